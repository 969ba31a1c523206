/** The service's bodies as its description writes them down; deliberately not taken from the program's own contract. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string };
}

interface Recipient {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly email: string;
  readonly routing_type: string;
  readonly status: string;
  readonly invitation_delivered: boolean | null;
  readonly embedded: boolean;
  readonly external_ref: string | null;
}

export interface Envelope {
  readonly id: string;
  readonly status: string;
  readonly template_id: string | null;
  readonly title: string;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly expires_at: string | null;
  readonly recipients: readonly Recipient[];
}

export interface Documents {
  readonly sealed: boolean;
  readonly documents: readonly {
    readonly id: string;
    readonly position: number;
    readonly name: string;
    readonly page_count: number;
    readonly url: string | null;
    readonly url_expires_at: string | null;
  }[];
}

export interface Field {
  readonly id: string;
  readonly type: string;
  readonly label: string | null;
  readonly required: boolean;
  readonly role: string;
  readonly document_id: string;
  readonly page: number;
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly tier: string;
  readonly question_id: string | null;
  readonly option_value: string | null;
  readonly options: readonly string[] | null;
  readonly rect: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly context: { readonly nearby: readonly string[]; readonly [name: string]: unknown };
  readonly cells: unknown;
  readonly continuations: unknown;
}

export interface Template {
  readonly warnings: readonly unknown[];
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly documents: readonly { readonly id: string; readonly page_count: number }[];
  readonly pages: readonly {
    readonly document_id: string;
    readonly page: number;
    readonly width: number;
    readonly height: number;
    readonly rotation: number;
  }[];
  readonly roles: readonly {
    readonly name: string;
    readonly routing_type: string;
    readonly kind: string;
    readonly presign_hint?: boolean;
  }[];
  readonly subjects: readonly { readonly key: string; readonly label: string }[];
  readonly questions: readonly {
    readonly id: string;
    readonly min_selected: number;
    readonly max_selected: number;
    readonly options: readonly { readonly value: string; readonly field_id: string }[];
  }[];
  readonly fields: readonly Field[];
  readonly coverage: Readonly<Record<string, number>>;
}

export interface Person {
  readonly id: string;
  readonly heading: string;
  readonly kind: string;
  readonly principal: boolean;
  readonly document_id: string;
  readonly page: number;
  readonly proposed: {
    readonly decision: string;
    readonly subject_key: string | null;
    readonly subject_label: string | null;
    readonly presence: string | null;
    readonly role_name: string | null;
    readonly presign_hint: boolean | null;
  };
  readonly offered: readonly string[];
  readonly reason: string;
  readonly fields: readonly {
    readonly id: string;
    readonly kind: string;
    readonly field_type: string;
    readonly data_key: string | null;
    readonly suggested_key: string | null;
  }[];
  readonly current: { readonly subject_key: string | null; readonly role_name: string | null };
}

export interface NamingRun {
  readonly id: string;
  readonly template_id: string;
  readonly template_etag: string;
  readonly created_at: string;
  readonly proposals: {
    readonly fields: readonly {
      readonly id: string;
      readonly field_id: string;
      readonly proposed: {
        readonly subject: string | null;
        readonly data_key: string | null;
        readonly label: string | null;
      };
      readonly current: {
        readonly subject: string | null;
        readonly data_key: string | null;
        readonly label: string | null;
      };
      readonly confidence: string;
      readonly source: string;
      readonly reason: string;
    }[];
    readonly people: readonly Person[];
  };
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly subscribed_events: readonly string[];
  readonly brand_id: string | null;
  readonly active: boolean;
  readonly consecutive_failures: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly created_at: string;
  readonly secret: string;
}

export interface Authorisation {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly sandbox: boolean;
  readonly brand: { readonly id: string; readonly name: string };
  readonly granted_at: string | null;
  readonly valid_from: string | null;
  readonly valid_until: string;
  readonly invite_expires_at: string;
  readonly cancellation: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
  readonly revocation: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
  readonly invalidation: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
  readonly applied_count: number;
  readonly created_at: string;
  readonly in_flight_count?: number;
}

export interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  readonly accepted_at: string;
  readonly delivered_at: string | null;
  readonly attachments: readonly { readonly filename: string; readonly size: number }[];
}
