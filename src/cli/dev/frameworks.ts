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
  /** The command that tests it: a receiver has to run meanwhile. */
  readonly test: string;
  /** What to do once it runs. */
  readonly tryIt: string;
}

const tryIt = 'Then open http://127.0.0.1:3000 in a browser.';
const python = { parts: ['shared/any', 'shared/page', 'shared/python'], test: '.venv/bin/python -m pytest', tryIt };
const javascript = { parts: ['shared/any', 'shared/javascript'], test: 'esign emulator exec -- npm test', tryIt };
const server = { ...javascript, parts: [...javascript.parts, 'shared/page', 'shared/server'] };
const installInPython = 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt';

const certify = 'esign webhook certify http://127.0.0.1:3000/webhooks';
const receiver = (language: string, ...next: readonly string[]): AppTemplate => ({
  parts: [language],
  next,
  test: certify,
  tryIt: `Then, in another terminal, test it: ${certify}`,
});

export const appTemplates: Readonly<Record<Framework, AppTemplate>> = {
  express: {
    ...server,
    parts: [...server.parts, 'shared/listen', 'express'],
    next: ['npm install', 'esign dev -- node server.mjs'],
  },
  fastify: { ...server, parts: [...server.parts, 'fastify'], next: ['npm install', 'esign dev -- node server.mjs'] },
  next: { ...javascript, parts: [...javascript.parts, 'next'], next: ['npm install', 'esign dev -- npm run dev'] },
  // Without packages.
  node: {
    ...server,
    parts: [...server.parts, 'shared/listen', 'node'],
    next: ['npm test', 'esign dev -- node server.mjs'],
  },
  fastapi: {
    ...python,
    parts: [...python.parts, 'fastapi'],
    next: [installInPython, 'esign dev -- .venv/bin/uvicorn app:app --port 3000'],
  },
  flask: {
    ...python,
    parts: [...python.parts, 'flask'],
    next: [installInPython, 'esign dev -- .venv/bin/flask run --port 3000'],
  },
  csharp: receiver('csharp', 'dotnet build', 'esign dev -- dotnet run --no-build'),
  go: receiver('go', 'go build', 'esign dev -- ./receiver'),
  java: receiver('java', 'javac *.java', 'esign dev -- java Receiver'),
  php: receiver('php', 'esign dev -- php -S 127.0.0.1:3000 receiver.php'),
  // Ruby 3 needs the gem, which Debian brings along.
  ruby: receiver('ruby', 'gem install --conservative webrick', 'esign dev -- ruby receiver.rb'),
};
