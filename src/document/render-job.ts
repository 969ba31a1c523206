import type { Continuation, Rect } from './read-document.js';

/** Something to draw into a box of a page: an answer, a tick or a signature. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly page: number;
      readonly rect: Rect;
      readonly text: string;
      readonly multiline?: boolean;
      /** One place for each letter, those of the continuations last. */
      readonly cells?: readonly Rect[] | null;
      /** Where the text runs on when its box is full. */
      readonly continuations?: readonly Continuation[] | null;
      /** What a person calls the box, for an answer that is too long for it. */
      readonly label?: string | null;
    }
  | { readonly kind: 'tick'; readonly page: number; readonly rect: Rect }
  | { readonly kind: 'typed_signature'; readonly page: number; readonly rect: Rect; readonly text: string }
  | {
      readonly kind: 'drawn_signature';
      readonly page: number;
      readonly rect: Rect;
      /** PNG bytes. */
      readonly image: Uint8Array;
    };

/** A signature as its signer made it, wherever it is drawn. */
export type SignatureLook =
  | { readonly kind: 'typed_signature'; readonly text: string }
  | { readonly kind: 'drawn_signature'; readonly image: Uint8Array };

/** Marks to draw on a document. */
export interface Drawing {
  readonly pdf: Uint8Array;
  readonly marks: readonly Mark[];
  /**
   * Writes in dark ink throughout, without drawing the pages to see what is beneath: for pages that take too much time
   * or memory to be drawn.
   */
  readonly assumesWhite?: boolean;
}

/** A render of a document that is still out: answers so far, DRAFT on every page, who is outstanding at the end. */
export interface DraftJob extends Drawing {
  readonly title: string;
  /** Why nobody will act any more, or null. */
  readonly state: string | null;
  /** In routing order. */
  readonly outstanding: readonly {
    readonly name: string;
    readonly role: string;
    /** What is known of this person, in words. */
    readonly text: string;
    /** Whether it is this person's turn now. */
    readonly turn: boolean;
  }[];
  readonly acted: readonly {
    readonly name: string;
    readonly role: string;
    readonly text: string;
    /** ISO 8601 UTC; null when it is not known. */
    readonly at: string | null;
  }[];
  /** ISO 8601 UTC. */
  readonly as_of: string;
}

/** The finished document: every answer and signature flattened in, and its certificate of completion. */
/** What the form has for a recipient: a place to sign, other fields to fill in, or nothing to do but agree. */
export type Part = 'signs' | 'fills_in' | 'agrees';

export interface SealJob extends Drawing {
  /** The 32 bytes from which the authority follows that is to sign it. */
  readonly authority: Uint8Array;
  readonly title: string;
  readonly certificate: {
    readonly envelope_id: string;
    readonly title: string;
    /** 1-based. */
    readonly document_position: number;
    readonly document_count: number;
    /** Whether a test key made the envelope. */
    readonly sandbox: boolean;
    /** ISO 8601 UTC, as all times here. */
    readonly sent_at: string | null;
    readonly completed_at: string | null;
    /** Hex SHA-256 of the base document. */
    readonly sha256: string;
    /** In order. */
    readonly events: readonly {
      readonly at: string;
      readonly text: string;
      /** The address and the device of a person's act; null without them. */
      readonly from: string | null;
    }[];
    readonly recipients: readonly {
      readonly name: string;
      readonly email: string;
      readonly role: string;
      /** Job title and company, as far as they are known. */
      readonly position: readonly string[];
      readonly part: Part;
      /** When they first opened the document; null when they did not. */
      readonly opened_at: string | null;
      readonly signed_at: string | null;
      /** By which way, to follow the time; null when it is not known. */
      readonly how: string | null;
      /** How that way identified them; null when they did not act. */
      readonly identified: string | null;
      /** The address and the device that they acted from; null without them. */
      readonly from: string | null;
      readonly signature: SignatureLook | null;
    }[];
    readonly sealed_at: string;
  };
}

/** How large a picture of a page is to be. */
export interface PictureSize {
  /** Pixels, 1 to 4000; the height follows from the page as displayed. */
  readonly width: number;
}

/** A box to look at: where it is, and what stands on its plate. */
export interface OutlinedBox {
  readonly rect: Rect;
  /** A few characters, such as a number; empty for no plate. */
  readonly text: string;
  /** Red, green and blue, 0 to 1 each. */
  readonly colour: readonly [number, number, number];
}

export interface OutlineJob {
  /** A PDF of one page. */
  readonly pdf: Uint8Array;
  readonly boxes: readonly OutlinedBox[];
}
