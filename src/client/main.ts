/** Exports of `payout-service-client` and `payout-service/client`. Node 20 or newer is enough. */
export type { Call } from "./Call.ts"
export { PayoutClient } from "./Client.ts"
export type { Csv, CsvFields } from "./Csv.ts"
export type * from "./Generated.ts"
export type { Page } from "./Paging.ts"
export { type FieldProblem, PayoutError } from "./Problem.ts"
export type { Answer, CallOptions, ClientOptions } from "./Transport.ts"
export {
  signWebhook,
  type VerificationCode,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError
} from "./Webhook.ts"
