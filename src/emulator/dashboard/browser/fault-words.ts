/** A fault as the control routes list it. */
export type Fault = Readonly<Record<string, string | number | boolean | null>>;

/** The faults of requests, as the log and the list of faults call them. */
export const requestFaults: Readonly<Record<string, string>> = {
  answer: 'response replaced',
  hold: 'held',
  delay: 'delayed',
  reset: 'reset the connection',
  drop_after_commit: 'done, but without a response',
  stuck: 'stuck in progress',
};

/** `createEnvelope: 503 service_unavailable, half of the time, 3 times`. */
export function operationWords(fault: Fault): string {
  const { operation, fault: kind, code, http_status: status, delay_seconds: delay } = fault;
  const what =
    kind === 'answer' ? [status, code].filter((part) => part !== null).join(' ') : requestFaults[String(kind)];
  return [
    `${String(operation ?? 'Every operation')}: ${what ?? String(kind)}`,
    ...(Number(delay) > 0 ? [`after ${String(delay)} s`] : []),
    ...limits(fault),
  ].join(', ');
}

export function pointWords({ point, code, http_status: status, hold, count }: Fault): string {
  const what = hold === true ? 'held' : `fails with ${String(code ?? status)}`;
  return `${String(point)}: ${what}, ${count === 1 ? 'once' : `${String(count)} times`}`;
}

/** The faults of deliveries, with the words of the form. */
export const deliveryFaults = {
  duplicate: 'sent twice',
  reorder: 'out of order',
  delay: 'late',
  drop: 'never sent',
  lose_answer: 'response lost',
  wrong_signature: 'wrong signature',
  clock_skew: 'wrong time in the signature',
} as const;

export function deliveryWords(fault: Fault): string {
  const set = Object.entries(deliveryFaults).flatMap(([name, words]) => {
    const probability = Number(fault[name]);
    return probability > 0 ? [`${words}${probability < 1 ? ` (${Math.round(probability * 100)}%)` : ''}`] : [];
  });
  const where = fault['webhook_id'] === null ? 'Every delivery' : `Deliveries to ${String(fault['webhook_id'])}`;
  return [`${where}: ${set.join(', ')}`, ...limits({ count: fault['count'] ?? null })].join(', ');
}

function limits({ probability = 1, count = null }: Fault): readonly string[] {
  return [
    ...(Number(probability) < 1 ? [`${Math.round(Number(probability) * 100)}% of the time`] : []),
    ...(count === null ? [] : [count === 1 ? 'at most once' : `at most ${String(count)} times`]),
  ];
}
