/** What `esign dev init` can write an app for. */
export const frameworks = ['express', 'fastify', 'next', 'node', 'fastapi', 'flask'] as const;

export type Framework = (typeof frameworks)[number];

/** An app on port 3000, where `esign dev` delivers to. */
interface AppTemplate {
  /** Folders of `templates` whose files make up the app. */
  readonly parts: readonly string[];
  /** The commands that prepare it and run it. */
  readonly next: readonly [string, string];
}

const python = { parts: ['shared/any', 'shared/page', 'shared/python'] };
const javascript = { parts: ['shared/any', 'shared/javascript'] };
const server = { parts: [...javascript.parts, 'shared/page', 'shared/server'] };
const installInPython = 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt';

export const appTemplates: Readonly<Record<Framework, AppTemplate>> = {
  express: {
    parts: [...server.parts, 'shared/listen', 'express'],
    next: ['npm install', 'esign dev -- node server.mjs'],
  },
  fastify: { parts: [...server.parts, 'fastify'], next: ['npm install', 'esign dev -- node server.mjs'] },
  next: { parts: [...javascript.parts, 'next'], next: ['npm install', 'esign dev -- npm run dev'] },
  // Without packages.
  node: { parts: [...server.parts, 'shared/listen', 'node'], next: ['npm test', 'esign dev -- node server.mjs'] },
  fastapi: {
    parts: [...python.parts, 'fastapi'],
    next: [installInPython, 'esign dev -- .venv/bin/uvicorn app:app --port 3000'],
  },
  flask: {
    parts: [...python.parts, 'flask'],
    next: [installInPython, 'esign dev -- .venv/bin/flask run --port 3000'],
  },
};
