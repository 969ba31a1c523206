/** Made of the OpenAPI document by `npm run reference`. */

export interface paths {
  '/api/v1/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the templates, newest first
     * @description The service does not show its shape: it is assumed (A6). Requires the scope templates:read.
     */
    get: operations['listTemplates'];
    put?: never;
    /**
     * Create a template from PDF or Word files
     * @description The service does not show its shape: it is assumed (A7). Requires the scope templates:write. A repeat with the same Idempotency-Key has no second effect.
     */
    post: operations['createTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one template with its fields and ETag
     * @description The service does not show its shape: it is assumed (A8). Requires the scope templates:read.
     */
    get: operations['getTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the people found on a template, each with a proposed decision
     * @description The service describes it in the section "GET /api/v1/templates/{templateId}/people". Requires the scope templates:read.
     */
    get: operations['listTemplatePeople'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/people/{personId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Decide who a person on the form is
     * @description The service describes it in the section "PUT /api/v1/templates/{templateId}/people/{personId}". Properties with x-basis "assumed" are not described (A0, A14). Requires the scope templates:name. A test key is refused.
     */
    put: operations['decideTemplatePerson'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/people/{personId}/apply-current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Apply the service's own current proposal for one person
     * @description The service does not show its shape: it is assumed (A13). Requires the scope templates:name. This may save a witness, which cannot be changed or taken back. A test key is refused.
     */
    post: operations['applyTemplatePerson'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/fields/{fieldId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Rename one field: its data key, label or subject
     * @description The service describes it in the section "PATCH /api/v1/templates/{templateId}/fields/{fieldId}". Properties with x-basis "assumed" are not described (A0). Requires the scope templates:name. A test key is refused.
     */
    patch: operations['renameTemplateField'];
    trace?: never;
  };
  '/api/v1/templates/{templateId}/fields': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Rename many fields at once, all or nothing
     * @description The service does not show its shape: it is assumed (A9). Requires the scope templates:name. A test key is refused.
     */
    patch: operations['renameTemplateFields'];
    trace?: never;
  };
  '/api/v1/templates/{templateId}/naming-runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have the service propose names for a template; changes nothing on it
     * @description The service does not show its shape: it is assumed (A10). Requires the scope templates:read.
     */
    post: operations['createNamingRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/naming-runs/{runId}/accept-current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept a naming run's own proposals
     * @description The service describes it in the section "POST /api/v1/templates/{templateId}/naming-runs/{runId}/accept-current". Properties with x-basis "assumed" are not described (A0). Requires the scope templates:name. A test key is refused.
     */
    post: operations['acceptNamingRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an envelope from a template, optionally sending it
     * @description The service describes it in the section "POST /api/v1/envelopes". Properties with x-basis "assumed" are not described (A0, A16). Requires the scope envelopes:write. A repeat with the same Idempotency-Key has no second effect.
     */
    post: operations['createEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/one-off': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an envelope that carries its own documents
     * @description The service does not show its shape: it is assumed (A1). Requires the scope envelopes:write. A repeat with the same Idempotency-Key has no second effect.
     */
    post: operations['createOneOffEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create many envelopes from one template; each row is validated by itself
     * @description The service does not show its shape: it is assumed (A2). Requires the scope envelopes:write. A repeat with the same Idempotency-Key has no second effect.
     */
    post: operations['createEnvelopeBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{envelopeId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one envelope as it stands
     * @description The service describes it in the section "GET /api/v1/envelopes/{envelopeId}". Requires the scope envelopes:read.
     */
    get: operations['getEnvelope'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{envelopeId}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a draft envelope to its recipients
     * @description The service does not show its shape: it is assumed (A3). Requires the scope envelopes:write. A repeat with the same Idempotency-Key has no second effect. This sends the envelope to its recipients.
     */
    post: operations['sendEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{envelopeId}/void': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Withdraw a sent envelope, with a reason
     * @description The service describes it in the section "POST /api/v1/envelopes/{envelopeId}/void". Requires the scope envelopes:write. A repeat with the same Idempotency-Key has no second effect. This withdraws the envelope for everybody.
     */
    post: operations['voidEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{envelopeId}/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents of an envelope and whether they are sealed
     * @description The service does not show its shape: it is assumed (A4). Requires the scope documents:read.
     */
    get: operations['listEnvelopeDocuments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{envelopeId}/documents/{position}/draft': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Render a document as it stands mid-flight, stamped DRAFT
     * @description The service describes it in the section "GET /api/v1/envelopes/{envelopeId}/documents/{position}/draft". Requires the scope documents:read.
     */
    get: operations['getEnvelopeDraft'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/documents/{documentId}/pages/{page}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one page of a document as a PDF
     * @description The service does not show its shape: it is assumed (A5). Requires the scope documents:read.
     */
    get: operations['getDocumentPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mint a short-lived single-use URL for an embedded signer
     * @description The service describes it in the section "POST /api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url". Requires the scope envelopes:write.
     */
    post: operations['mintSigningUrl'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the webhook endpoints, newest first
     * @description The service describes it in the section "GET /api/v1/webhooks". Requires the scope webhooks:read.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Register a webhook endpoint; its secret is shown once
     * @description The service describes it in the section "POST /api/v1/webhooks". Requires the scope webhooks:write.
     */
    post: operations['registerWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{webhookId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one webhook endpoint
     * @description The service describes it in the section "GET /api/v1/webhooks/{webhookId}". Requires the scope webhooks:read.
     */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint; its queued retries are dropped
     * @description The service does not show its shape: it is assumed (A11). Requires the scope webhooks:write. This deletes the webhook endpoint and drops its queued retries.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint; `active: true` revives a disabled one
     * @description The service does not show its shape: it is assumed (A11). Requires the scope webhooks:write.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/api/v1/webhooks/{webhookId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret; the old one signs v0 for 24 hours
     * @description The service does not show its shape: it is assumed (A11). Requires the scope webhooks:write. A repeat with the same Idempotency-Key has no second effect. This replaces the signing secret of the webhook endpoint.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/standing-authorisations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the standing authorisations, newest first
     * @description The service does not show its shape: it is assumed (A12). Requires the scope authorisations:read.
     */
    get: operations['listAuthorisations'];
    put?: never;
    /**
     * Ask a grantor for a standing authorisation; the mandate is mailed to them
     * @description The service does not show its shape: it is assumed (A12). Requires the scope authorisations:write. A repeat with the same Idempotency-Key has no second effect. This emails the grantor a request for a standing authorisation.
     */
    post: operations['createAuthorisation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/standing-authorisations/{authorisationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one standing authorisation as it stands
     * @description The service describes it in the section "GET /api/v1/standing-authorisations/{authorisationId}". Properties with x-basis "assumed" are not described (A12). Requires the scope authorisations:read.
     */
    get: operations['getAuthorisation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/standing-authorisations/{authorisationId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an authorisation that is still waiting for its signature
     * @description The service does not show its shape: it is assumed (A12). Requires the scope authorisations:write. A repeat with the same Idempotency-Key has no second effect. This cancels the request for a standing authorisation.
     */
    post: operations['cancelAuthorisation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/standing-authorisations/{authorisationId}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke an active authorisation, for documents not yet sent
     * @description The service describes it in the section "POST /api/v1/standing-authorisations/{authorisationId}/revoke". Properties with x-basis "assumed" are not described (A12). Requires the scope authorisations:write. A repeat with the same Idempotency-Key has no second effect. This revokes the standing authorisation.
     */
    post: operations['revokeAuthorisation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the service's machine-readable description
     * @description The service does not show its shape: it is assumed (A0).
     */
    get: operations['getSpecification'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    TemplateDocument: {
      /** Format: uuid */
      id: string;
      page_count: number;
    };
    Role: {
      name: string;
      routing_type: string;
      kind: string;
      presign_hint?: boolean;
    };
    Subject: {
      key: string;
      label: string;
    };
    Coverage: {
      prefillable: number;
      core: number;
      organisation: number;
      legacy: number;
      unnamed: number;
      questions: number;
      unnamed_groups: number;
      unnamed_options: number;
      collisions: number;
    };
    TemplateSummary: {
      /** Format: uuid */
      id: string;
      name: string;
      /** Format: date-time */
      created_at: string;
      documents: components['schemas']['TemplateDocument'][];
      roles: components['schemas']['Role'][];
      subjects: components['schemas']['Subject'][];
      coverage: components['schemas']['Coverage'];
    };
    TemplateList: {
      data: components['schemas']['TemplateSummary'][];
      next_cursor: string | null;
    };
    FileUpload: {
      filename: string;
      /** @description The bytes of the file in base64 */
      file: string;
    };
    CreateTemplateRequest: {
      name?: string;
      documents: components['schemas']['FileUpload'][];
    };
    TemplateWarning: {
      code: string;
      message: string;
      document_id: string | null;
      page: number | null;
    };
    TemplatePage: {
      /** Format: uuid */
      document_id: string;
      page: number;
      width: number;
      height: number;
      rotation: number;
    };
    QuestionOption: {
      value: string;
      /** Format: uuid */
      field_id: string;
    };
    Question: {
      id: string;
      label: string | null;
      role: string;
      required: boolean;
      min_selected: number;
      max_selected: number;
      options: components['schemas']['QuestionOption'][];
    };
    Rect: {
      x: number;
      y: number;
      w: number;
      h: number;
    };
    FieldContext: {
      label: string | null;
      row: string | null;
      column: string | null;
      option: string | null;
      section: string | null;
      nearby: string[];
      widget_name: string | null;
      tooltip: string | null;
    };
    Field: {
      /** Format: uuid */
      id: string;
      type: string;
      label: string | null;
      required: boolean;
      role: string;
      /** Format: uuid */
      document_id: string;
      page: number;
      subject: string | null;
      data_key: string | null;
      tier?: string;
      question_id: string | null;
      option_value?: string | null;
      options: string[] | null;
      rect: components['schemas']['Rect'];
      context: components['schemas']['FieldContext'];
      cells?: unknown;
      continuations?: unknown;
    };
    Template: {
      warnings: components['schemas']['TemplateWarning'][];
      /** Format: uuid */
      id: string;
      name: string;
      /** Format: date-time */
      created_at: string;
      documents: components['schemas']['TemplateDocument'][];
      pages: components['schemas']['TemplatePage'][];
      roles: components['schemas']['Role'][];
      subjects: components['schemas']['Subject'][];
      questions: components['schemas']['Question'][];
      fields: components['schemas']['Field'][];
      coverage: components['schemas']['Coverage'];
    };
    PersonProposal: {
      decision: ('subject' | 'signer' | 'both' | 'mandate_signed' | 'witness') | null;
      subject_key: string | null;
      subject_label: string | null;
      presence: ('required' | 'conditional') | null;
      role_name: string | null;
      presign_hint: boolean | null;
    };
    PersonField: {
      /** Format: uuid */
      id: string;
      kind: string;
      field_type: string;
      data_key: string | null;
      suggested_key: string | null;
    };
    Person: {
      id: string;
      heading: string;
      kind: string;
      principal: boolean;
      /** Format: uuid */
      document_id: string;
      page: number;
      proposed: components['schemas']['PersonProposal'];
      offered: ('subject' | 'signer' | 'both' | 'mandate_signed' | 'witness')[];
      reason: string;
      fields: components['schemas']['PersonField'][];
      current: {
        subject_key: string | null;
        role_name: string | null;
      };
    };
    PersonList: {
      people: components['schemas']['Person'][];
    };
    DecideTemplatePersonRequest: {
      /** @enum {string} */
      decision: 'subject' | 'signer' | 'both' | 'mandate_signed' | 'witness';
      role_name?: string | null;
      subject_key?: string | null;
      subject_label?: string | null;
      subject_name?: string | null;
      presence?: ('required' | 'conditional') | null;
      /**
       * @default current
       * @enum {string}
       */
      filled_by?: 'current' | 'own';
    };
    EmptyRequest: Record<string, never>;
    RenameTemplateFieldRequest: {
      data_key?: string | null;
      label?: string | null;
      subject?: string | null;
    };
    FieldRename: {
      id: string;
      data_key?: string | null;
      label?: string | null;
      subject?: string | null;
    };
    RenameTemplateFieldsRequest: {
      fields: components['schemas']['FieldRename'][];
    };
    FieldNames: {
      subject: string | null;
      data_key: string | null;
      label: string | null;
    };
    NameProposal: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      field_id: string;
      proposed: components['schemas']['FieldNames'];
      current: components['schemas']['FieldNames'];
      /** @enum {string} */
      confidence: 'high' | 'medium' | 'low';
      /** @enum {string} */
      source: 'text_tag' | 'widget' | 'context' | 'model';
      reason: string;
    };
    NamingRun: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      template_id: string;
      template_etag: string;
      /** Format: date-time */
      created_at: string;
      proposals: {
        fields: components['schemas']['NameProposal'][];
        people: components['schemas']['Person'][];
      };
    };
    AcceptNamingRunRequest: {
      accept: ('all' | 'high') | string[];
    };
    RecipientRequest: {
      role: string;
      name: string;
      /** Format: email */
      email: string;
      /** @default null */
      job_title?: string | null;
      /** @default null */
      company?: string | null;
      /** @default false */
      embedded?: boolean;
      /** @default null */
      external_ref?: string | null;
      /** @default null */
      standing_authorisation_id?: string | null;
    };
    ValueRequest: {
      /** @default null */
      subject?: string | null;
      key: string;
      value: (string | boolean | string[]) | null;
      /** @default false */
      locked?: boolean;
    };
    CreateEnvelopeRequest: {
      template_id: string;
      /** @default null */
      title?: string | null;
      recipients: components['schemas']['RecipientRequest'][];
      /** @default [] */
      values?: components['schemas']['ValueRequest'][];
      /** @default false */
      send?: boolean;
      /**
       * @description At least 1 hour and at most 365 days ahead
       * @default null
       */
      expires_at?: string | null;
      /** @default null */
      brand_id?: string | null;
      /**
       * @default integrator
       * @enum {string}
       */
      completion_delivery?: 'service' | 'integrator';
    };
    Recipient: {
      /** Format: uuid */
      id: string;
      role: string;
      name: string;
      /** Format: email */
      email: string;
      routing_type: string;
      status: string;
      invitation_delivered: boolean | null;
      embedded: boolean;
      external_ref: string | null;
    };
    Envelope: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: 'draft' | 'sent' | 'partially_signed' | 'completed' | 'voided' | 'declined' | 'expired';
      template_id: string | null;
      title: string;
      /** Format: date-time */
      created_at: string;
      sent_at: string | null;
      expires_at: string | null;
      recipients: components['schemas']['Recipient'][];
    };
    PlacedField: {
      /** @enum {string} */
      type:
        | 'text'
        | 'date'
        | 'dropdown'
        | 'tickbox'
        | 'signature'
        | 'initials'
        | 'date_signed'
        | 'signer_name'
        | 'signer_email'
        | 'signer_title'
        | 'signer_company';
      role: string;
      document: number;
      page: number;
      rect: {
        x: number;
        y: number;
        w: number;
        h: number;
      };
      /** @default null */
      label?: string | null;
      /** @default false */
      required?: boolean;
      /** @default null */
      data_key?: string | null;
      /** @default null */
      subject?: string | null;
      /** @default null */
      options?: string[] | null;
    };
    CreateOneOffEnvelopeRequest: {
      title: string;
      documents: components['schemas']['FileUpload'][];
      recipients: components['schemas']['RecipientRequest'][];
      /** @default [] */
      values?: components['schemas']['ValueRequest'][];
      /** @default [] */
      fields?: components['schemas']['PlacedField'][];
      /** @default false */
      send?: boolean;
      /**
       * @description At least 1 hour and at most 365 days ahead
       * @default null
       */
      expires_at?: string | null;
      /** @default null */
      brand_id?: string | null;
      /**
       * @default integrator
       * @enum {string}
       */
      completion_delivery?: 'service' | 'integrator';
    };
    BatchRowRequest: {
      /** @default null */
      title?: string | null;
      recipients: components['schemas']['RecipientRequest'][];
      /** @default [] */
      values?: components['schemas']['ValueRequest'][];
    };
    CreateEnvelopeBatchRequest: {
      template_id: string;
      rows: components['schemas']['BatchRowRequest'][];
      /** @default false */
      send?: boolean;
      /**
       * @description At least 1 hour and at most 365 days ahead
       * @default null
       */
      expires_at?: string | null;
      /** @default null */
      brand_id?: string | null;
      /**
       * @default integrator
       * @enum {string}
       */
      completion_delivery?: 'service' | 'integrator';
    };
    /** @enum {string} */
    ErrorCode:
      | 'unauthenticated'
      | 'forbidden'
      | 'insufficient_scope'
      | 'not_found'
      | 'invalid_request'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'idempotency_key_required'
      | 'idempotency_key_reused'
      | 'request_in_progress'
      | 'template_archived'
      | 'template_unusable'
      | 'template_has_no_fields'
      | 'recipient_role_unknown'
      | 'recipient_role_missing'
      | 'recipient_role_duplicated'
      | 'value_subject_unknown'
      | 'value_address_unknown'
      | 'value_not_writable'
      | 'value_not_lockable'
      | 'locked_answer_missing'
      | 'locked_answer_unusable'
      | 'cannot_be_drawn'
      | 'send_allowance_exhausted'
      | 'test_key_cannot_send'
      | 'test_key_cannot_read_documents'
      | 'test_key_cannot_mint'
      | 'test_key_cannot_edit_templates'
      | 'draft_not_available'
      | 'recipient_not_yet_turn'
      | 'envelope_not_sent'
      | 'authorisation_not_revocable'
      | 'precondition_required'
      | 'template_changed'
      | 'witness_is_permanent'
      | 'field_unknown'
      | 'brand_unknown'
      | 'api_key_owner_removed'
      | 'envelope_not_draft'
      | 'authorisation_not_cancellable'
      | 'envelope_not_open'
      | 'recipient_not_embedded'
      | 'recipient_already_acted';
    ErrorDetail: {
      code: components['schemas']['ErrorCode'];
      message: string;
    };
    EnvelopeBatchRow: {
      index: number;
      envelope?: components['schemas']['Envelope'];
      error?: components['schemas']['ErrorDetail'];
    };
    EnvelopeBatch: {
      rows: components['schemas']['EnvelopeBatchRow'][];
    };
    VoidEnvelopeRequest: {
      reason: string;
    };
    EnvelopeDocument: {
      /** Format: uuid */
      id: string;
      position: number;
      name: string;
      page_count: number;
      url: string | null;
      url_expires_at: string | null;
    };
    EnvelopeDocuments: {
      sealed: boolean;
      documents: components['schemas']['EnvelopeDocument'][];
    };
    SigningUrl: {
      /** Format: uri */
      url: string;
      /** Format: date-time */
      expires_at: string;
    };
    RegisterWebhookRequest: {
      /** Format: uri */
      url: string;
      events: (
        | 'envelope.sent'
        | 'envelope.completed'
        | 'envelope.declined'
        | 'envelope.voided'
        | 'envelope.expired'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'recipient.completed'
      )[];
      /** @default null */
      brand_id?: string | null;
    };
    WebhookWithSecret: {
      /** Format: uuid */
      id: string;
      /** Format: uri */
      url: string;
      subscribed_events: (
        | 'envelope.sent'
        | 'envelope.completed'
        | 'envelope.declined'
        | 'envelope.voided'
        | 'envelope.expired'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'recipient.completed'
      )[];
      brand_id: string | null;
      active: boolean;
      consecutive_failures: number;
      last_success_at: string | null;
      last_failure_at: string | null;
      disabled_at: string | null;
      disabled_reason: string | null;
      /** Format: date-time */
      created_at: string;
      secret: string;
    };
    Webhook: {
      /** Format: uuid */
      id: string;
      /** Format: uri */
      url: string;
      subscribed_events: (
        | 'envelope.sent'
        | 'envelope.completed'
        | 'envelope.declined'
        | 'envelope.voided'
        | 'envelope.expired'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'recipient.completed'
      )[];
      brand_id: string | null;
      active: boolean;
      consecutive_failures: number;
      last_success_at: string | null;
      last_failure_at: string | null;
      disabled_at: string | null;
      disabled_reason: string | null;
      /** Format: date-time */
      created_at: string;
    };
    WebhookList: {
      data: components['schemas']['Webhook'][];
    };
    UpdateWebhookRequest: {
      /** Format: uri */
      url?: string;
      events?: (
        | 'envelope.sent'
        | 'envelope.completed'
        | 'envelope.declined'
        | 'envelope.voided'
        | 'envelope.expired'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'recipient.completed'
      )[];
      brand_id?: string | null;
      active?: boolean;
    };
    CreateAuthorisationRequest: {
      /** Format: uuid */
      brand_id: string;
      legal_entity: {
        name: string;
        /** @default null */
        registration_number?: string | null;
      };
      grantor: {
        name: string;
        /** Format: email */
        email: string;
        /** @default null */
        job_title?: string | null;
      };
      intended_use: string;
      /** @default null */
      valid_from?: string | null;
      /** Format: date-time */
      valid_until: string;
      /** @default null */
      reference?: string | null;
    };
    AuthorisationEnding: {
      /** Format: date-time */
      at: string;
      by: string;
      reason: string | null;
    };
    Authorisation: {
      /** Format: uuid */
      id: string;
      number: string;
      /** @enum {string} */
      status:
        | 'invited'
        | 'active'
        | 'declined'
        | 'expired_unsigned'
        | 'cancelled'
        | 'revoked'
        | 'expired'
        | 'invalidated';
      sandbox: boolean;
      brand: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      legal_entity: {
        name: string;
        registration_number: string | null;
      };
      grantor: {
        name: string;
        /** Format: email */
        email: string;
        job_title: string | null;
      };
      intended_use: string;
      valid_from: string | null;
      /** Format: date-time */
      valid_until: string;
      /** Format: date-time */
      invite_expires_at: string;
      granted_at: string | null;
      cancellation: components['schemas']['AuthorisationEnding'] | null;
      revocation: components['schemas']['AuthorisationEnding'] | null;
      invalidation: components['schemas']['AuthorisationEnding'] | null;
      reference: string | null;
      applied_count: number;
      /** Format: date-time */
      created_at: string;
      in_flight_count?: number;
    };
    AuthorisationList: {
      data: components['schemas']['Authorisation'][];
      next_cursor: string | null;
    };
    CancelAuthorisationRequest: {
      reason: string;
    };
    RevokeAuthorisationRequest: {
      reason: string;
    };
    GetSpecificationResponse: {
      openapi: string;
      info: {
        version: string;
      };
    };
    Event: {
      /**
       * Format: uuid
       * @description The identity of the event: the same at every endpoint and on every attempt
       */
      id: string;
      /** @enum {string} */
      event:
        | 'envelope.sent'
        | 'envelope.completed'
        | 'envelope.declined'
        | 'envelope.voided'
        | 'envelope.expired'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'recipient.completed';
      /** Format: date-time */
      created_at: string;
      /** @description 0 on the first attempt */
      retry_count: number;
      /** Format: uuid */
      envelope_id: string;
      /** @description Set for recipient.completed only */
      recipient_id: string | null;
      /**
       * Format: uri-reference
       * @description The path of the envelope, relative to the base URL
       */
      uri: string;
    };
    BadRequestError: {
      error: {
        /** @enum {string} */
        code: 'invalid_request';
        message: string;
      };
    };
    UnauthorizedError: {
      error: {
        /** @enum {string} */
        code: 'unauthenticated';
        message: string;
      };
    };
    ForbiddenError: {
      error: {
        /** @enum {string} */
        code: 'api_key_owner_removed' | 'forbidden' | 'insufficient_scope';
        message: string;
      };
    };
    TooManyRequestsError: {
      error: {
        /** @enum {string} */
        code: 'rate_limited';
        message: string;
      };
    };
    InternalServerError: {
      error: {
        /** @enum {string} */
        code: 'internal_error';
        message: string;
      };
    };
    BadRequestOrIdempotencyKeyRequiredError: {
      error: {
        /** @enum {string} */
        code: 'idempotency_key_required' | 'invalid_request';
        message: string;
      };
    };
    ConflictError: {
      error: {
        /** @enum {string} */
        code: 'idempotency_key_reused' | 'request_in_progress';
        message: string;
      };
    };
    UnprocessableContentError: {
      error: {
        /** @enum {string} */
        code: 'cannot_be_drawn';
        message: string;
      };
    };
    ServiceUnavailableError: {
      error: {
        /** @enum {string} */
        code: 'service_unavailable';
        message: string;
      };
    };
    NotFoundError: {
      error: {
        /** @enum {string} */
        code: 'not_found';
        message: string;
      };
    };
    ForbiddenOrTestKeyCannotEditTemplatesError: {
      error: {
        /** @enum {string} */
        code: 'api_key_owner_removed' | 'forbidden' | 'insufficient_scope' | 'test_key_cannot_edit_templates';
        message: string;
      };
    };
    WitnessIsPermanentError: {
      error: {
        /** @enum {string} */
        code: 'witness_is_permanent';
        message: string;
      };
    };
    PreconditionFailedError: {
      error: {
        /** @enum {string} */
        code: 'template_changed';
        message: string;
      };
    };
    PreconditionRequiredError: {
      error: {
        /** @enum {string} */
        code: 'precondition_required';
        message: string;
      };
    };
    FieldUnknownError: {
      error: {
        /** @enum {string} */
        code: 'field_unknown';
        message: string;
      };
    };
    PaymentRequiredError: {
      error: {
        /** @enum {string} */
        code: 'send_allowance_exhausted';
        message: string;
      };
    };
    ForbiddenOrTestKeyCannotSendError: {
      error: {
        /** @enum {string} */
        code: 'api_key_owner_removed' | 'forbidden' | 'insufficient_scope' | 'test_key_cannot_send';
        message: string;
      };
    };
    NotFoundOrTemplateArchivedError: {
      error: {
        /** @enum {string} */
        code: 'not_found' | 'template_archived';
        message: string;
      };
    };
    CreateEnvelopeUnprocessableContentError: {
      error: {
        /** @enum {string} */
        code:
          | 'brand_unknown'
          | 'cannot_be_drawn'
          | 'locked_answer_missing'
          | 'locked_answer_unusable'
          | 'recipient_role_duplicated'
          | 'recipient_role_missing'
          | 'recipient_role_unknown'
          | 'template_has_no_fields'
          | 'template_unusable'
          | 'value_address_unknown'
          | 'value_not_lockable'
          | 'value_not_writable'
          | 'value_subject_unknown';
        message: string;
      };
    };
    TemplateArchivedError: {
      error: {
        /** @enum {string} */
        code: 'template_archived';
        message: string;
      };
    };
    ConflictOrEnvelopeNotDraftError: {
      error: {
        /** @enum {string} */
        code: 'envelope_not_draft' | 'idempotency_key_reused' | 'request_in_progress';
        message: string;
      };
    };
    ConflictOrEnvelopeNotSentError: {
      error: {
        /** @enum {string} */
        code: 'envelope_not_sent' | 'idempotency_key_reused' | 'request_in_progress';
        message: string;
      };
    };
    ForbiddenOrTestKeyCannotReadDocumentsError: {
      error: {
        /** @enum {string} */
        code: 'api_key_owner_removed' | 'forbidden' | 'insufficient_scope' | 'test_key_cannot_read_documents';
        message: string;
      };
    };
    DraftNotAvailableError: {
      error: {
        /** @enum {string} */
        code: 'draft_not_available';
        message: string;
      };
    };
    ForbiddenOrTestKeyCannotMintError: {
      error: {
        /** @enum {string} */
        code: 'api_key_owner_removed' | 'forbidden' | 'insufficient_scope' | 'test_key_cannot_mint';
        message: string;
      };
    };
    MintSigningUrlConflictError: {
      error: {
        /** @enum {string} */
        code: 'envelope_not_open' | 'recipient_already_acted' | 'recipient_not_embedded' | 'recipient_not_yet_turn';
        message: string;
      };
    };
    BrandUnknownError: {
      error: {
        /** @enum {string} */
        code: 'brand_unknown';
        message: string;
      };
    };
    UnprocessableContentOrBrandUnknownError: {
      error: {
        /** @enum {string} */
        code: 'brand_unknown' | 'cannot_be_drawn';
        message: string;
      };
    };
    ConflictOrAuthorisationNotCancellableError: {
      error: {
        /** @enum {string} */
        code: 'authorisation_not_cancellable' | 'idempotency_key_reused' | 'request_in_progress';
        message: string;
      };
    };
    ConflictOrAuthorisationNotRevocableError: {
      error: {
        /** @enum {string} */
        code: 'authorisation_not_revocable' | 'idempotency_key_reused' | 'request_in_progress';
        message: string;
      };
    };
  };
  responses: {
    /** @description invalid_request: The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed. */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['BadRequestError'];
      };
    };
    /** @description unauthenticated: The credential is absent, unreadable, unknown, wrong or revoked; the service does not say which. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /** @description api_key_owner_removed: The person who owns this key was removed from the organisation. forbidden: The plan does not grant this operation, or the plan cannot be established. insufficient_scope: The key is valid but lacks the scope that this operation requires. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description rate_limited: The rate limit of the key or the limit on drafts is reached, or a batch has more rows than the rate limit allows. */
    TooManyRequests: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['TooManyRequestsError'];
      };
    };
    /** @description internal_error: The service failed. */
    InternalServerError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InternalServerError'];
      };
    };
    /** @description idempotency_key_required: The operation takes an Idempotency-Key and none was sent. invalid_request: The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed. */
    BadRequestOrIdempotencyKeyRequired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['BadRequestOrIdempotencyKeyRequiredError'];
      };
    };
    /** @description idempotency_key_reused: The Idempotency-Key was already used for a different request. request_in_progress: The first request with this Idempotency-Key is still running. */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictError'];
      };
    };
    /** @description cannot_be_drawn: A text contains a character that cannot be drawn into the PDF. */
    UnprocessableContent: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnprocessableContentError'];
      };
    };
    /** @description service_unavailable: A renderer that the service depends on does not answer; nothing was created and no allowance was spent. */
    ServiceUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ServiceUnavailableError'];
      };
    };
    /** @description not_found: The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotFoundError'];
      };
    };
    /** @description api_key_owner_removed: The person who owns this key was removed from the organisation. forbidden: The plan does not grant this operation, or the plan cannot be established. insufficient_scope: The key is valid but lacks the scope that this operation requires. test_key_cannot_edit_templates: A test key may not name template fields. */
    ForbiddenOrTestKeyCannotEditTemplates: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrTestKeyCannotEditTemplatesError'];
      };
    };
    /** @description witness_is_permanent: A saved witness cannot be changed. */
    WitnessIsPermanent: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WitnessIsPermanentError'];
      };
    };
    /** @description template_changed: The template changed since it was read. */
    PreconditionFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PreconditionFailedError'];
      };
    };
    /** @description precondition_required: The template is changed only with If-Match naming its current ETag. */
    PreconditionRequired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PreconditionRequiredError'];
      };
    };
    /** @description field_unknown: The template has no field with this id. */
    FieldUnknown: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['FieldUnknownError'];
      };
    };
    /** @description send_allowance_exhausted: The allowance of the Free plan is used up for this month. */
    PaymentRequired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PaymentRequiredError'];
      };
    };
    /** @description api_key_owner_removed: The person who owns this key was removed from the organisation. forbidden: The plan does not grant this operation, or the plan cannot be established. insufficient_scope: The key is valid but lacks the scope that this operation requires. test_key_cannot_send: A test key may send only sandbox envelopes, and e-mail only members of the organisation and confirmed addresses. */
    ForbiddenOrTestKeyCannotSend: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrTestKeyCannotSendError'];
      };
    };
    /** @description not_found: The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it. template_archived: The template was retired. */
    NotFoundOrTemplateArchived: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotFoundOrTemplateArchivedError'];
      };
    };
    /** @description brand_unknown: The id names no live brand of the organisation; an archived one does not count. cannot_be_drawn: A text contains a character that cannot be drawn into the PDF. locked_answer_missing: A locked, required field, or a locked question with a minimum, has no answer. locked_answer_unusable: A locked answer is one that the field rejects, or a question is answered more often than it allows. recipient_role_duplicated: Two recipients share a role that is not a cc. recipient_role_missing: A role with fields has no recipient. recipient_role_unknown: A recipient names a role that the template does not declare; roles are matched by exact name. template_has_no_fields: The template has no fields, so nobody could sign anything. template_unusable: The template cannot produce an envelope. value_address_unknown: No field of the template has this subject and data key. value_not_lockable: The title and company of a signer cannot be locked. value_not_writable: The address names only fields that a caller may not fill, such as a signature. value_subject_unknown: A value names a subject that the template does not declare. */
    CreateEnvelopeUnprocessableContent: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateEnvelopeUnprocessableContentError'];
      };
    };
    /** @description template_archived: The template was retired. */
    TemplateArchived: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['TemplateArchivedError'];
      };
    };
    /** @description envelope_not_draft: The envelope was sent already, so it cannot be sent again. idempotency_key_reused: The Idempotency-Key was already used for a different request. request_in_progress: The first request with this Idempotency-Key is still running. */
    ConflictOrEnvelopeNotDraft: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictOrEnvelopeNotDraftError'];
      };
    };
    /** @description envelope_not_sent: The envelope is not out for signature, so it cannot be voided. idempotency_key_reused: The Idempotency-Key was already used for a different request. request_in_progress: The first request with this Idempotency-Key is still running. */
    ConflictOrEnvelopeNotSent: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictOrEnvelopeNotSentError'];
      };
    };
    /** @description api_key_owner_removed: The person who owns this key was removed from the organisation. forbidden: The plan does not grant this operation, or the plan cannot be established. insufficient_scope: The key is valid but lacks the scope that this operation requires. test_key_cannot_read_documents: A test key may read documents and drafts of sandbox envelopes only. */
    ForbiddenOrTestKeyCannotReadDocuments: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrTestKeyCannotReadDocumentsError'];
      };
    };
    /** @description draft_not_available: The envelope is still a draft, or the document has already been sealed. */
    DraftNotAvailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['DraftNotAvailableError'];
      };
    };
    /** @description api_key_owner_removed: The person who owns this key was removed from the organisation. forbidden: The plan does not grant this operation, or the plan cannot be established. insufficient_scope: The key is valid but lacks the scope that this operation requires. test_key_cannot_mint: A test key may mint signing URLs for sandbox envelopes only. */
    ForbiddenOrTestKeyCannotMint: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrTestKeyCannotMintError'];
      };
    };
    /** @description envelope_not_open: The envelope is not open for signing. recipient_already_acted: The recipient has already signed, declined or delegated. recipient_not_embedded: The recipient was not created with `embedded: true` and signs through the link in the invitation. recipient_not_yet_turn: It is not yet the turn of this recipient. */
    MintSigningUrlConflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['MintSigningUrlConflictError'];
      };
    };
    /** @description brand_unknown: The id names no live brand of the organisation; an archived one does not count. */
    BrandUnknown: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['BrandUnknownError'];
      };
    };
    /** @description brand_unknown: The id names no live brand of the organisation; an archived one does not count. cannot_be_drawn: A text contains a character that cannot be drawn into the PDF. */
    UnprocessableContentOrBrandUnknown: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnprocessableContentOrBrandUnknownError'];
      };
    };
    /** @description authorisation_not_cancellable: Only an authorisation that is still `invited` can be cancelled. idempotency_key_reused: The Idempotency-Key was already used for a different request. request_in_progress: The first request with this Idempotency-Key is still running. */
    ConflictOrAuthorisationNotCancellable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictOrAuthorisationNotCancellableError'];
      };
    };
    /** @description authorisation_not_revocable: Only an active standing authorisation can be revoked. idempotency_key_reused: The Idempotency-Key was already used for a different request. request_in_progress: The first request with this Idempotency-Key is still running. */
    ConflictOrAuthorisationNotRevocable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictOrAuthorisationNotRevocableError'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listTemplates: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the templates, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  createTemplate: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTemplateRequest'];
      };
    };
    responses: {
      /** @description Create a template from PDF or Word files */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTemplate: {
    parameters: {
      query?: never;
      header?: {
        'If-None-Match'?: string;
      };
      path: {
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read one template with its fields and ETag */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      /** @description The template still has the ETag of If-None-Match. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  listTemplatePeople: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the people found on a template, each with a proposed decision */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  decideTemplatePerson: {
    parameters: {
      query?: never;
      header: {
        'If-Match': string;
      };
      path: {
        templateId: string;
        personId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideTemplatePersonRequest'];
      };
    };
    responses: {
      /** @description Decide who a person on the form is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotEditTemplates'];
      404: components['responses']['NotFound'];
      409: components['responses']['WitnessIsPermanent'];
      412: components['responses']['PreconditionFailed'];
      422: components['responses']['UnprocessableContent'];
      428: components['responses']['PreconditionRequired'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  applyTemplatePerson: {
    parameters: {
      query?: never;
      header?: {
        'If-Match'?: string;
      };
      path: {
        templateId: string;
        personId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EmptyRequest'];
      };
    };
    responses: {
      /** @description Apply the service's own current proposal for one person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotEditTemplates'];
      404: components['responses']['NotFound'];
      409: components['responses']['WitnessIsPermanent'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  renameTemplateField: {
    parameters: {
      query?: never;
      header: {
        'If-Match': string;
      };
      path: {
        templateId: string;
        fieldId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameTemplateFieldRequest'];
      };
    };
    responses: {
      /** @description Rename one field: its data key, label or subject */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotEditTemplates'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      422: components['responses']['FieldUnknown'];
      428: components['responses']['PreconditionRequired'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  renameTemplateFields: {
    parameters: {
      query?: never;
      header: {
        'If-Match': string;
      };
      path: {
        templateId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameTemplateFieldsRequest'];
      };
    };
    responses: {
      /** @description Rename many fields at once, all or nothing */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotEditTemplates'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      422: components['responses']['FieldUnknown'];
      428: components['responses']['PreconditionRequired'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  createNamingRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EmptyRequest'];
      };
    };
    responses: {
      /** @description Have the service propose names for a template; changes nothing on it */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NamingRun'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  acceptNamingRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        templateId: string;
        runId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptNamingRunRequest'];
      };
    };
    responses: {
      /** @description Accept a naming run's own proposals */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotEditTemplates'];
      404: components['responses']['NotFound'];
      409: components['responses']['WitnessIsPermanent'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  createEnvelope: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEnvelopeRequest'];
      };
    };
    responses: {
      /** @description Create an envelope from a template, optionally sending it */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Envelope'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['ForbiddenOrTestKeyCannotSend'];
      404: components['responses']['NotFoundOrTemplateArchived'];
      409: components['responses']['Conflict'];
      422: components['responses']['CreateEnvelopeUnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  createOneOffEnvelope: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOneOffEnvelopeRequest'];
      };
    };
    responses: {
      /** @description Create an envelope that carries its own documents */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Envelope'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['ForbiddenOrTestKeyCannotSend'];
      404: components['responses']['TemplateArchived'];
      409: components['responses']['Conflict'];
      422: components['responses']['CreateEnvelopeUnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createEnvelopeBatch: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEnvelopeBatchRequest'];
      };
    };
    responses: {
      /** @description Create many envelopes from one template; each row is validated by itself */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeBatch'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['ForbiddenOrTestKeyCannotSend'];
      404: components['responses']['NotFoundOrTemplateArchived'];
      409: components['responses']['Conflict'];
      422: components['responses']['CreateEnvelopeUnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getEnvelope: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        envelopeId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read one envelope as it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Envelope'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  sendEnvelope: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path: {
        envelopeId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EmptyRequest'];
      };
    };
    responses: {
      /** @description Send a draft envelope to its recipients */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Envelope'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['PaymentRequired'];
      403: components['responses']['ForbiddenOrTestKeyCannotSend'];
      404: components['responses']['NotFound'];
      409: components['responses']['ConflictOrEnvelopeNotDraft'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  voidEnvelope: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path: {
        envelopeId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VoidEnvelopeRequest'];
      };
    };
    responses: {
      /** @description Withdraw a sent envelope, with a reason */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Envelope'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['ConflictOrEnvelopeNotSent'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  listEnvelopeDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        envelopeId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the documents of an envelope and whether they are sealed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeDocuments'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotReadDocuments'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getEnvelopeDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        envelopeId: string;
        position: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Render a document as it stands mid-flight, stamped DRAFT */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotReadDocuments'];
      404: components['responses']['NotFound'];
      422: components['responses']['DraftNotAvailable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDocumentPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        documentId: string;
        page: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read one page of a document as a PDF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotReadDocuments'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  mintSigningUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        envelopeId: string;
        recipientId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EmptyRequest'];
      };
    };
    responses: {
      /** @description Mint a short-lived single-use URL for an embedded signer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningUrl'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotMint'];
      404: components['responses']['NotFound'];
      409: components['responses']['MintSigningUrlConflict'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the webhook endpoints, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  registerWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RegisterWebhookRequest'];
      };
    };
    responses: {
      /** @description Register a webhook endpoint; its secret is shown once */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['BrandUnknown'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read one webhook endpoint */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhookRequest'];
      };
    };
    responses: {
      /** @description Change a webhook endpoint; `active: true` revives a disabled one */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['BrandUnknown'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EmptyRequest'];
      };
    };
    responses: {
      /** @description Replace the secret; the old one signs v0 for 24 hours */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  listAuthorisations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?:
          | 'invited'
          | 'active'
          | 'declined'
          | 'expired_unsigned'
          | 'cancelled'
          | 'revoked'
          | 'expired'
          | 'invalidated';
        brand_id?: string;
        reference?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the standing authorisations, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthorisationList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  createAuthorisation: {
    parameters: {
      query?: never;
      header: {
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAuthorisationRequest'];
      };
    };
    responses: {
      /** @description Ask a grantor for a standing authorisation; the mandate is mailed to them */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authorisation'];
        };
      };
      400: components['responses']['BadRequestOrIdempotencyKeyRequired'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrTestKeyCannotSend'];
      409: components['responses']['Conflict'];
      422: components['responses']['UnprocessableContentOrBrandUnknown'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getAuthorisation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        authorisationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read one standing authorisation as it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authorisation'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  cancelAuthorisation: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        authorisationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelAuthorisationRequest'];
      };
    };
    responses: {
      /** @description Cancel an authorisation that is still waiting for its signature */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authorisation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['ConflictOrAuthorisationNotCancellable'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  revokeAuthorisation: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string;
      };
      path: {
        authorisationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeAuthorisationRequest'];
      };
    };
    responses: {
      /** @description Revoke an active authorisation, for documents not yet sent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authorisation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['ConflictOrAuthorisationNotRevocable'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getSpecification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the service's machine-readable description */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetSpecificationResponse'];
        };
      };
      500: components['responses']['InternalServerError'];
    };
  };
}

export type TemplateDocument = components['schemas']['TemplateDocument'];
export type Role = components['schemas']['Role'];
export type Subject = components['schemas']['Subject'];
export type Coverage = components['schemas']['Coverage'];
export type TemplateSummary = components['schemas']['TemplateSummary'];
export type TemplateList = components['schemas']['TemplateList'];
export type FileUpload = components['schemas']['FileUpload'];
export type CreateTemplateRequest = components['schemas']['CreateTemplateRequest'];
export type TemplateWarning = components['schemas']['TemplateWarning'];
export type TemplatePage = components['schemas']['TemplatePage'];
export type QuestionOption = components['schemas']['QuestionOption'];
export type Question = components['schemas']['Question'];
export type Rect = components['schemas']['Rect'];
export type FieldContext = components['schemas']['FieldContext'];
export type Field = components['schemas']['Field'];
export type Template = components['schemas']['Template'];
export type PersonProposal = components['schemas']['PersonProposal'];
export type PersonField = components['schemas']['PersonField'];
export type Person = components['schemas']['Person'];
export type PersonList = components['schemas']['PersonList'];
export type DecideTemplatePersonRequest = components['schemas']['DecideTemplatePersonRequest'];
export type EmptyRequest = components['schemas']['EmptyRequest'];
export type RenameTemplateFieldRequest = components['schemas']['RenameTemplateFieldRequest'];
export type FieldRename = components['schemas']['FieldRename'];
export type RenameTemplateFieldsRequest = components['schemas']['RenameTemplateFieldsRequest'];
export type FieldNames = components['schemas']['FieldNames'];
export type NameProposal = components['schemas']['NameProposal'];
export type NamingRun = components['schemas']['NamingRun'];
export type AcceptNamingRunRequest = components['schemas']['AcceptNamingRunRequest'];
export type RecipientRequest = components['schemas']['RecipientRequest'];
export type ValueRequest = components['schemas']['ValueRequest'];
export type CreateEnvelopeRequest = components['schemas']['CreateEnvelopeRequest'];
export type Recipient = components['schemas']['Recipient'];
export type Envelope = components['schemas']['Envelope'];
export type PlacedField = components['schemas']['PlacedField'];
export type CreateOneOffEnvelopeRequest = components['schemas']['CreateOneOffEnvelopeRequest'];
export type BatchRowRequest = components['schemas']['BatchRowRequest'];
export type CreateEnvelopeBatchRequest = components['schemas']['CreateEnvelopeBatchRequest'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type EnvelopeBatchRow = components['schemas']['EnvelopeBatchRow'];
export type EnvelopeBatch = components['schemas']['EnvelopeBatch'];
export type VoidEnvelopeRequest = components['schemas']['VoidEnvelopeRequest'];
export type EnvelopeDocument = components['schemas']['EnvelopeDocument'];
export type EnvelopeDocuments = components['schemas']['EnvelopeDocuments'];
export type SigningUrl = components['schemas']['SigningUrl'];
export type RegisterWebhookRequest = components['schemas']['RegisterWebhookRequest'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookList = components['schemas']['WebhookList'];
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest'];
export type CreateAuthorisationRequest = components['schemas']['CreateAuthorisationRequest'];
export type AuthorisationEnding = components['schemas']['AuthorisationEnding'];
export type Authorisation = components['schemas']['Authorisation'];
export type AuthorisationList = components['schemas']['AuthorisationList'];
export type CancelAuthorisationRequest = components['schemas']['CancelAuthorisationRequest'];
export type RevokeAuthorisationRequest = components['schemas']['RevokeAuthorisationRequest'];
export type GetSpecificationResponse = components['schemas']['GetSpecificationResponse'];
export type Event = components['schemas']['Event'];
export type BadRequestError = components['schemas']['BadRequestError'];
export type UnauthorizedError = components['schemas']['UnauthorizedError'];
export type ForbiddenError = components['schemas']['ForbiddenError'];
export type TooManyRequestsError = components['schemas']['TooManyRequestsError'];
export type InternalServerError = components['schemas']['InternalServerError'];
export type BadRequestOrIdempotencyKeyRequiredError = components['schemas']['BadRequestOrIdempotencyKeyRequiredError'];
export type ConflictError = components['schemas']['ConflictError'];
export type UnprocessableContentError = components['schemas']['UnprocessableContentError'];
export type ServiceUnavailableError = components['schemas']['ServiceUnavailableError'];
export type NotFoundError = components['schemas']['NotFoundError'];
export type ForbiddenOrTestKeyCannotEditTemplatesError =
  components['schemas']['ForbiddenOrTestKeyCannotEditTemplatesError'];
export type WitnessIsPermanentError = components['schemas']['WitnessIsPermanentError'];
export type PreconditionFailedError = components['schemas']['PreconditionFailedError'];
export type PreconditionRequiredError = components['schemas']['PreconditionRequiredError'];
export type FieldUnknownError = components['schemas']['FieldUnknownError'];
export type PaymentRequiredError = components['schemas']['PaymentRequiredError'];
export type ForbiddenOrTestKeyCannotSendError = components['schemas']['ForbiddenOrTestKeyCannotSendError'];
export type NotFoundOrTemplateArchivedError = components['schemas']['NotFoundOrTemplateArchivedError'];
export type CreateEnvelopeUnprocessableContentError = components['schemas']['CreateEnvelopeUnprocessableContentError'];
export type TemplateArchivedError = components['schemas']['TemplateArchivedError'];
export type ConflictOrEnvelopeNotDraftError = components['schemas']['ConflictOrEnvelopeNotDraftError'];
export type ConflictOrEnvelopeNotSentError = components['schemas']['ConflictOrEnvelopeNotSentError'];
export type ForbiddenOrTestKeyCannotReadDocumentsError =
  components['schemas']['ForbiddenOrTestKeyCannotReadDocumentsError'];
export type DraftNotAvailableError = components['schemas']['DraftNotAvailableError'];
export type ForbiddenOrTestKeyCannotMintError = components['schemas']['ForbiddenOrTestKeyCannotMintError'];
export type MintSigningUrlConflictError = components['schemas']['MintSigningUrlConflictError'];
export type BrandUnknownError = components['schemas']['BrandUnknownError'];
export type UnprocessableContentOrBrandUnknownError = components['schemas']['UnprocessableContentOrBrandUnknownError'];
export type ConflictOrAuthorisationNotCancellableError =
  components['schemas']['ConflictOrAuthorisationNotCancellableError'];
export type ConflictOrAuthorisationNotRevocableError =
  components['schemas']['ConflictOrAuthorisationNotRevocableError'];
