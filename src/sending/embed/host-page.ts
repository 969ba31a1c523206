/** The HTML of the host page. IDs and nonce contain no special HTML characters. */
export interface HostPageParts {
  readonly envelopeId: string;
  readonly recipientId: string;
  readonly signingOrigin: string;
  readonly script: string;
  readonly nonce: string;
}

/** A sample application: the signing page in a frame, and its messages next to it. */
export const hostPage = ({ envelopeId, recipientId, signingOrigin, script, nonce }: HostPageParts): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Host page: embedded signing</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header><h1>Your application</h1>
<p>Envelope <code>${envelopeId}</code>, recipient <code>${recipientId}</code></p></header>
<main>
<section class="framed" aria-label="The signing page"><iframe title="Signing page of ${signingOrigin}"></iframe>
<p id="over" hidden></p></section>
<section class="heard" aria-label="Messages" tabindex="0"><h2>Messages</h2>
<p class="hint">What the frame posts to this page, with the origin that the browser vouches for. Messages can be forged:
completion is decided by the webhooks.</p>
<ol id="messages" aria-live="polite"></ol></section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;

const style = `
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; font: 15px/1.45 system-ui, sans-serif; color: #16202e; background: #1c2634; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; padding: .7rem 1.25rem; color: #fff; }
h1 { font-size: 1.05rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .4rem; }
header p { margin: 0; color: #c3ccd8; font-size: .85rem; }
main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) 22rem; gap: 1rem; padding: 0 1rem 1rem; }
section { background: #fff; border-radius: 10px; overflow: hidden; }
.framed { display: flex; flex-direction: column; }
iframe { display: block; flex: 1; width: 100%; min-height: 0; border: 0; }
.heard { padding: 1rem; overflow: auto; }
.hint { color: #556070; font-size: .85rem; margin: 0 0 .75rem; }
ol { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid #d5dae1; padding: .55rem 0; overflow-wrap: anywhere; }
li b { display: block; } li small { color: #556070; display: block; } li.ignored b { color: #8a1c1c; }
pre { margin: .25rem 0 0; font: .8rem/1.4 ui-monospace, monospace; white-space: pre-wrap; }
#over { margin: 0; padding: 3rem 2rem; text-align: center; font-size: 1.15rem; }
iframe ~ #over { padding: .8rem 1rem; border-top: 1px solid #d5dae1; font-size: 1rem; }
@media (max-width: 50rem) { main { grid-template-columns: 1fr; grid-template-rows: minmax(0, 1fr) 12rem; } }
`;
