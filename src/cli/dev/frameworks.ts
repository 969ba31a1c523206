/** What `esign dev init` can write: an app in a framework, or a receiver of webhooks in a language. */
export const frameworks = [
  'express',
  'fastify',
  'next',
  'node',
  'fastapi',
  'flask',
  'csharp',
  'go',
  'java',
  'php',
  'ruby',
] as const;

export type Framework = (typeof frameworks)[number];

/** An app on port 3000, where `esign dev` delivers to. */
interface AppTemplate {
  /** Folders of `templates` whose files make up the app. */
  readonly parts: readonly string[];
  /** The commands that prepare it and run it. */
  readonly next: readonly string[];
  /** What to do once it runs. */
  readonly tryIt: string;
}

const tryIt = 'Then open http://127.0.0.1:3000 in a browser.';
const python = { parts: ['shared/any', 'shared/page', 'shared/python'] };
const javascript = { parts: ['shared/any', 'shared/javascript'] };
const server = { parts: [...javascript.parts, 'shared/page', 'shared/server'] };
const installInPython = 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt';

const receiver = (language: string, ...next: readonly string[]): AppTemplate => ({
  parts: [language],
  next,
  tryIt: 'Then, in another terminal, test it: esign webhook certify http://127.0.0.1:3000/webhooks',
});

export const appTemplates: Readonly<Record<Framework, AppTemplate>> = {
  express: {
    parts: [...server.parts, 'shared/listen', 'express'],
    next: ['npm install', 'esign dev -- node server.mjs'],
    tryIt,
  },
  fastify: { parts: [...server.parts, 'fastify'], next: ['npm install', 'esign dev -- node server.mjs'], tryIt },
  next: { parts: [...javascript.parts, 'next'], next: ['npm install', 'esign dev -- npm run dev'], tryIt },
  // Without packages.
  node: {
    parts: [...server.parts, 'shared/listen', 'node'],
    next: ['npm test', 'esign dev -- node server.mjs'],
    tryIt,
  },
  fastapi: {
    parts: [...python.parts, 'fastapi'],
    next: [installInPython, 'esign dev -- .venv/bin/uvicorn app:app --port 3000'],
    tryIt,
  },
  flask: {
    parts: [...python.parts, 'flask'],
    next: [installInPython, 'esign dev -- .venv/bin/flask run --port 3000'],
    tryIt,
  },
  csharp: receiver('csharp', 'dotnet build', 'esign dev -- dotnet run --no-build'),
  go: receiver('go', 'go build', 'esign dev -- ./receiver'),
  java: receiver('java', 'javac *.java', 'esign dev -- java Receiver'),
  php: receiver('php', 'esign dev -- php -S 127.0.0.1:3000 receiver.php'),
  // Ruby 3 needs the gem, which Debian brings along.
  ruby: receiver('ruby', 'gem install --conservative webrick', 'esign dev -- ruby receiver.rb'),
};
