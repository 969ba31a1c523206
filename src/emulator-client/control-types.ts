import type { OutputOf, Schema } from '../contract/schema.js';
import type { activity } from '../emulator/control/activity.js';
import type { authority } from '../emulator/control/authority.js';
import type { brandList } from '../emulator/control/brands.js';
import type { clockMove, clockState } from '../emulator/control/clock.js';
import type { attemptPage, deliveryList, eventPage } from '../emulator/control/deliveries.js';
import type { deliveryFault } from '../emulator/control/delivery-faults.js';
import type { pointFaultList } from '../emulator/control/faults.js';
import type { mailList, mailWithHtml } from '../emulator/control/inbox.js';
import type { operationFault } from '../emulator/control/operation-faults.js';
import type { requestList } from '../emulator/control/requests.js';
import type { createdScenario, scenarioList } from '../emulator/control/scenarios.js';
import type { emulatorStatus } from '../emulator/control/status.js';
import type { triggered } from '../emulator/control/trigger.js';

/** Responses of the emulator's own routes, as the routes describe them. */
type Answer<T extends () => Schema> = OutputOf<ReturnType<T>>;

export type EmulatorStatus = Answer<typeof emulatorStatus>;
export type EmulatorAuthority = Answer<typeof authority>;
export type ClockState = Answer<typeof clockState>;
export type ClockMove = Answer<typeof clockMove>;
export type MailList = Answer<typeof mailList>;
/** A list has no HTML. */
export type CapturedMail = MailList['data'][number] & Partial<Pick<Answer<typeof mailWithHtml>, 'html'>>;
export type Activity = Answer<typeof activity>;
export type ActiveRequest = Activity['requests'][number];
export type Brands = Answer<typeof brandList>;
export type EventPage = Answer<typeof eventPage>;
export type EmulatorEvent = EventPage['data'][number];
export type DeliveryList = Answer<typeof deliveryList>;
export type AttemptPage = Answer<typeof attemptPage>;
export type LoggedAttempt = AttemptPage['data'][number];
export type PointFaults = Answer<typeof pointFaultList>;
export type PointFault = PointFaults['data'][number];
export type DeliveryFaults = Answer<typeof deliveryFault>;
export type OperationFault = Answer<typeof operationFault>;
export type Triggered = Answer<typeof triggered>;
export type ScenarioList = Answer<typeof scenarioList>;
export type CreatedScenario = Answer<typeof createdScenario>;
export type RequestList = Answer<typeof requestList>;
export type LoggedRequest = RequestList['data'][number];
