import type { OutputOf, Schema } from '../../contract/schema.js';

type Answers = typeof import('../../emulator/control/answers.js');
type AnswerSchema<N extends keyof Answers> = ReturnType<Answers[N]>;
type Answer<N extends keyof Answers> = AnswerSchema<N> extends Schema ? OutputOf<AnswerSchema<N>> : never;

/** The shape of what the emulator's own routes answer, for a command that prints it. */
export const controlAnswer =
  <const N extends keyof Answers>(name: N) =>
  async (): Promise<AnswerSchema<N>> =>
    (await import('../../emulator/control/answers.js'))[name]() as AnswerSchema<N>;

export type EmulatorStatus = Answer<'emulatorStatus'>;
export type EmulatorAuthority = Answer<'authority'>;
export type ClockState = Answer<'clockState'>;
export type ClockMove = Answer<'clockMove'>;
export type MailList = Answer<'mailList'>;
/** A list has no HTML. */
export type CapturedMail = MailList['data'][number] & Partial<Pick<Answer<'mailWithHtml'>, 'html'>>;
export type Activity = Answer<'activity'>;
export type ActiveRequest = Activity['requests'][number];
export type PageVisit = Activity['visits'][number];
export type WaitingList = Answer<'waitingList'>;
export type EnvelopeEnd = Answer<'envelopeEnd'>;
export type ExportedTest = Answer<'exportedTest'>;
export type Brands = Answer<'brandList'>;
export type EventPage = Answer<'eventPage'>;
export type EmulatorEvent = EventPage['data'][number];
export type DeliveryList = Answer<'deliveryList'>;
export type AttemptPage = Answer<'attemptPage'>;
export type LoggedAttempt = AttemptPage['data'][number];
export type PointFaults = Answer<'pointFaultList'>;
export type PointFault = PointFaults['data'][number];
export type DeliveryFaults = Answer<'deliveryFault'>;
export type OperationFault = Answer<'operationFault'>;
export type Triggered = Answer<'triggered'>;
export type ScenarioList = Answer<'scenarioList'>;
export type CreatedScenario = Answer<'createdScenario'>;
export type RequestList = Answer<'requestList'>;
export type LoggedRequest = RequestList['data'][number];
