import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Log } from '../log.js';
import type { SmtpServer } from '../options.js';
import type { MailRepository } from '../store/mail-repository.js';
import { htmlPart } from './html-part.js';

export interface Forwarder {
  /** Forwards a mail that is being captured; may be called within its transaction, and never throws. */
  forward(mailId: string): void;
  /** Releases the server; mail that was not forwarded stays only in the inbox. */
  close(): Promise<void>;
}

export interface ForwarderParts {
  readonly server: SmtpServer;
  readonly mails: MailRepository;
  readonly log: Log;
  /** Milliseconds before an unreachable server is retried (default: 5 s). */
  readonly retryAfter?: number;
}

const timeoutMs = 10_000;
/** Milliseconds. */
const grace = 500;
const maxWaiting = 1000;

/**
 * Forwards captured mail to an SMTP server, one by one in order. An unreachable server is retried, and reported once
 * until it responds. The inbox keeps every mail in any case.
 */
export function createForwarder({ server, mails, log, retryAfter = 5000 }: ForwarderParts): Forwarder {
  const waiting: string[] = [];
  let transport: Promise<Transporter> | null = null;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let complained = false;
  let closed = false;

  const say = (what: string, error: unknown): void =>
    log({ kind: 'failure', where: `forwarding mail to ${server.host}:${server.port}`, error: sayable(what, error) });

  const passOn = async (): Promise<void> => {
    while (!closed && waiting.length > 0) {
      const [id = ''] = waiting;
      try {
        await (await (transport ??= connect(server))).sendMail(messageOf(mails, id));
        complained = false;
      } catch (error) {
        if (closed) return;
        if (!isAboutThisMail(error)) {
          if (!complained) say('the mail stays in the inbox and is retried', error);
          complained = true;
          retry = setTimeout(start, retryAfter).unref();
          return;
        }
        say('one mail was rejected and stays in the inbox', error);
      }
      waiting.shift();
    }
  };
  const start = (): void => {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    if (closed) return;
    running ??= passOn().finally(() => {
      running = null;
      if (retry === null && waiting.length > 0) start();
    });
  };
  return {
    forward(mailId) {
      // A rolled-back transaction leaves no mail, so it is checked after its end.
      setImmediate(() => {
        if (closed || mails.find(mailId) === null) return;
        if (waiting.length < maxWaiting) waiting.push(mailId);
        if (retry === null) start();
      });
    },
    async close() {
      closed = true;
      if (retry !== null) clearTimeout(retry);
      (await transport)?.close();
      // The running transfer is finished, and an unresponsive server delays nothing.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, grace).unref())]);
    },
  };
}

async function connect({ host, port }: SmtpServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    // Mail catchers on developer machines have self-signed certificates, if any.
    ignoreTLS: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function messageOf(mails: MailRepository, id: string): SendMailOptions {
  const mail = mails.find(id);
  if (mail === null) throw new Error('the mail was deleted');
  return {
    from: { name: 'esign emulator', address: 'emulator@esign.test' },
    to: { name: mail.to.name, address: mail.to.email },
    subject: mail.subject,
    text: mail.text,
    html: htmlPart(mail),
    date: new Date(mail.accepted_at),
    messageId: `<${mail.id}@esign.test>`,
    attachments: mails.attachments(id).map(({ filename, bytes }) => ({ filename, content: bytes })),
  };
}

/** Rejected for its sender, recipient or content, not because of the server. */
function isAboutThisMail(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { readonly responseCode?: unknown; readonly code?: unknown };
  if (code === undefined || code === 'EENVELOPE') return true;
  return code === 'EMESSAGE' && typeof responseCode === 'number' && responseCode >= 500;
}

function sayable(what: string, error: unknown): Error {
  const { code, responseCode } = (error ?? {}) as { readonly responseCode?: unknown; readonly code?: unknown };
  // The server's message may quote the mail.
  return new Error(`${String(responseCode ?? code ?? 'failed')}; ${what}`);
}
