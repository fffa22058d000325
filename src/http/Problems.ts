/**
 * Turns a rejection into the response for an integrator: code, message and offending fields. The
 * status is the code's (contract/Errors.ts).
 */
import * as Limits from "../config/Limits.ts"
import * as Balance from "../domain/balance/Balance.ts"
import type * as Withdrawal from "../domain/balance/Withdrawal.ts"
import type * as Batch from "../domain/batch/Batch.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as PayoutCommand from "../domain/payout/PayoutCommand.ts"
import * as Recall from "../domain/payout/Recall.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import type * as Session from "../usecases/Session.ts"
import type * as SignIn from "../usecases/SignIn.ts"
import * as Errors from "./contract/Errors.ts"
import type { FieldError, Headers, Problem, Rejection } from "./contract/Rejection.ts"

/** A problem whose status is that of its code by default. */
interface CodedProblem extends Omit<Problem, "status" | "code"> {
  readonly code: Errors.Code
  readonly status?: number
}

const problemOf = (coded: CodedProblem): Problem => ({
  status: Errors.codes[coded.code].status,
  ...coded
})

/** Number of rows or fields that a message names; `errors` names all. */
const namedMax = 10

const enumerate = (names: ReadonlyArray<string>): string => {
  const rest = names.length - namedMax
  const shown = names.slice(0, namedMax).join(", ")
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** One problem as a sentence. A message with a small initial continues its field's name. */
const sentenceOf = ({ field, message, row }: FieldError): string => {
  const start = row === undefined ? "" : `Row ${row}`
  const name = row !== undefined && field === "row" ? "" : field
  const subject = [start, name].filter((part) => part !== "").join(": ")
  const link = /^[a-z]/.test(message) ? " " : ": "
  return `${subject}${link}${message}${message.endsWith(".") ? "" : "."}`
}

/** Describes one problem in full, and several by their number and location. */
const summaryOf = (errors: ReadonlyArray<FieldError>): string => {
  const [first] = errors
  if (errors.length === 1 && first !== undefined) return sentenceOf(first)
  const rows = [...new Set(errors.flatMap(({ row }) => row ?? []))].map(String)
  const fields = [...new Set(errors.map(({ field }) => field))]
  return rows.length === 0
    ? `${errors.length} fields are invalid: ${enumerate(fields)}.`
    : `${errors.length} fields are invalid, in ${rows.length === 1 ? "row" : "rows"} ${enumerate(rows)}.`
}

const invalid = (errors: ReadonlyArray<FieldError>): CodedProblem => ({
  code: "VALIDATION_ERROR",
  message: summaryOf(errors),
  errors
})

const invalidField = (field: string, code: string, message: string): CodedProblem =>
  invalid([{ field, code, message }])

const notFound = (code: Errors.Code, what: string, id: string): CodedProblem => ({
  code,
  message: `There is no ${what} ${id}.`
})

/** Effects of commands on a payout, in words. No request sends the other commands. */
const deeds: Readonly<Partial<Record<PayoutCommand.Command["_tag"], string>>> = {
  Cancel: "be cancelled",
  Approve: "be approved",
  Reject: "be rejected",
  Freeze: "be frozen",
  Retry: "be retried",
  Settle: "be settled",
  Fail: "be marked as failed",
  Reverse: "be reversed",
  BookForeignDeposits: "have foreign deposits",
  OpenRecall: "be recalled",
  ReturnRecall: "get a return",
  CloseRecall: "have its recall closed"
}

const causes: Readonly<Record<NonNullable<Payout.InvalidState["cause"]>, string>> = {
  deposit_arrived: "a deposit for it has arrived",
  not_funded: "less than its amount has arrived",
  frozen: "its money is frozen",
  of_batch: "its deposit address belongs to its batch",
  of_balance: "its deposit address belongs to the balance of the account",
  recall_open: "its last recall is not closed",
  too_many_recalls: `it has had ${Recall.countMax} recalls`,
  all_returned: "the provider has returned all of its money",
  recall_closed: "the recall is closed",
  money_returned: "the provider has returned money for this recall",
  nothing_returned: "the provider has returned no money for this recall"
}

/** Why a status refuses a command to a withdrawal. */
const withdrawalRefusals: Readonly<Record<Withdrawal.WithdrawalState["command"], string>> = {
  ApproveWithdrawal: "cannot be approved",
  RejectWithdrawal: "cannot be rejected",
  CancelWithdrawal: "cannot be cancelled",
  SendWithdrawal: "has no transaction to record",
  ConfirmRefund: "cannot be confirmed",
  DisproveRefund: "cannot be disproved",
  Park: "cannot be parked"
}

const payoutStateMessage = ({ cause, command, status }: Payout.InvalidState): string => {
  if (command === "Unfreeze") return `The money of this payout (${status}) is not frozen.`
  const deed = deeds[command]
  if (deed === undefined) {
    return cause === "frozen"
      ? `This payout (${status}) does not allow this action, because ${causes.frozen}.`
      : `A payout that is ${status} does not allow this action.`
  }
  return cause === undefined
    ? `A payout that is ${status} cannot ${deed}.`
    : `This payout (${status}) cannot ${deed}, because ${causes[cause]}.`
}

const batchStateMessage = ({ cause, command, status }: Batch.Rejection): string => {
  switch (command) {
    case "Cancel":
      return cause === undefined
        ? `A batch that is ${status} cannot be cancelled.`
        : "A deposit for this batch has arrived, so it cannot be cancelled."
    case "Resume":
      return "The batch is not parked, so there is nothing to resume."
    default:
      return `A batch that is ${status} does not allow this action.`
  }
}

const closing: Headers = ["connection", "close"]

const conflict = (message: string): CodedProblem => ({ code: "INVALID_STATE", message })

/** An amount that a balance does not have. Micro-USDC. */
interface Short {
  readonly needed: Money.Micro
  readonly available: Money.Micro
}

const insufficient = (action: string, { available, needed }: Short, advice: string) =>
  ({
    code: "INSUFFICIENT_BALANCE",
    message:
      `${action} ${Money.formatUsdc(needed)} USDC, and the balance has ` +
      `${Money.formatUsdc(available)}. ${advice}`,
    facts: {
      needed_usdc: Money.toJson(needed, 6),
      available_usdc: Money.toJson(available, 6)
    }
  }) as const

const unauthorized = (message: string): CodedProblem => ({ code: "UNAUTHORIZED", message })

const unavailable = (reason: string): CodedProblem => ({
  code: "SERVICE_UNAVAILABLE",
  message: reason,
  headers: ["retry-after", String(Limits.http.retryAfterSeconds)],
  isTransient: true
})

/** The problem of a request that was interrupted because the process stops. */
export const stopping = problemOf(unavailable("The service is stopping."))

/**
 * Status of a request whose client closed the connection before the response, as in the logs of
 * proxies. It is never sent. The request may have taken effect or not.
 */
export const clientLeftStatus = 499

/** The problem while a process starts, or is on standby for another one. */
export const notYet = problemOf(unavailable("The service is starting."))

/** The status of `/readyz` while the process does not serve. */
export const notReadyStatus = 503

/** A file of the dashboard that does not exist, for a browser and not for a program. */
export const noSuchFile = { status: 404, body: "This file does not exist.\n" }

/** The response for the dashboard's page if it was not built. */
export const pageNotBuilt = { status: 503, body: "The dashboard was not built: npm run build\n" }

const tooManyWait = problemOf(
  unavailable("Too many requests on this connection are waiting for a response.")
)

/** The problem of the first request above a connection's bound. It ends the connection. */
export const tooManyPipelined: Problem = {
  ...tooManyWait,
  headers: [...(tooManyWait.headers ?? []), ...closing]
}

/** A wait in words: seconds below two minutes, otherwise whole minutes, rounded up. */
const waitOf = (seconds: number): string =>
  seconds < 120
    ? `${seconds} ${seconds === 1 ? "second" : "seconds"}`
    : `${Math.ceil(seconds / 60)} minutes`

const refusals: Readonly<Record<SignIn.SignInRefused["reason"], string>> = {
  wrong_password: "The e-mail address or the password is incorrect.",
  wrong_code: "The code is incorrect or was already used.",
  expired: "The sign-in took too long. Start again.",
  known_address:
    "This e-mail address already has a sign-in. Sign in first, then accept the invitation."
}

const passkeyProblems: Readonly<Record<Identity.PasskeyRefused["reason"], string>> = {
  expired: "The passkey request was completed or is older than 5 minutes. Start again.",
  used: "This passkey response was already used. Start again.",
  challenge: "The passkey response belongs to an older request of this browser. Start again.",
  origin: "The passkey response belongs to a site other than this dashboard.",
  unknown: "This passkey is not registered here. It may have been removed.",
  other_person: "This passkey belongs to another user.",
  unverified:
    "The passkey did not check a PIN, fingerprint or face. Sign in with the password first.",
  counter:
    "The passkey's signature count did not increase, so the passkey may be a copy. Remove " +
    "it and add it again.",
  wrong: "The passkey response is incorrect.",
  exists: "This passkey is already registered.",
  too_many: `A user has at most ${Limits.identity.passkeysMax} passkeys. Remove one first.`,
  address:
    "Passkeys need a host name. Open the dashboard under its name, such as localhost, " +
    "and not under an IP address."
}

/** Reasons that concern the state of the user or the service, and not the passkey's answer. */
const passkeyConflicts: ReadonlyArray<string> = ["expired", "used", "exists", "too_many", "address"]

const fields: Readonly<Record<Session.ProofInput, string>> = {
  password: "password",
  currentPassword: "current_password",
  code: "code"
}

type Table = {
  readonly [Tag in Exclude<Rejection["_tag"], "ByOwner">]: (
    rejection: Extract<Rejection, { readonly _tag: Tag }>
  ) => CodedProblem
}

const table: Table = {
  Unauthorized: ({ message }) => {
    const headers = ["www-authenticate", 'Bearer realm="payout-service"']
    return { code: "UNAUTHORIZED", message, headers }
  },
  KycRequired: () => ({
    code: "KYC_REQUIRED",
    message: "The account's KYC is not approved yet. Ask support about the review."
  }),
  Forbidden: (rejection) => ({ code: "FORBIDDEN", message: rejection.message }),
  RateLimited: (rejection) => {
    const headers = ["retry-after", String(rejection.retryAfterSeconds)]
    const message = `Too many requests. Try again in ${rejection.retryAfterSeconds} s.`
    return { code: "RATE_LIMIT_EXCEEDED", message, headers }
  },
  TooLarge: (rejection) => {
    const message = `The body is larger than ${rejection.bytesMax} bytes.`
    return { code: "PAYLOAD_TOO_LARGE", message, headers: closing }
  },
  HeadersTooLarge: () => ({
    code: "PAYLOAD_TOO_LARGE",
    message: "The headers are too large.",
    status: 431
  }),
  TooSlow: () => ({
    code: "REQUEST_TIMEOUT",
    message: "The request did not arrive completely in time. Send its body without a pause."
  }),
  BadHead: (rejection) => {
    const { header: field, message } = rejection
    // The data that follows on the connection is ambiguous as well.
    return { ...invalidField(field, "malformed", message), headers: closing }
  },
  Expectation: () => {
    const message = "The header Expect must be 100-continue or absent."
    return { code: "EXPECTATION_FAILED", message, headers: closing }
  },
  WrongType: (rejection) => {
    const message = `The body must be ${rejection.expected}.`
    return { code: "UNSUPPORTED_MEDIA_TYPE", message }
  },
  Invalid: (rejection) => invalid(rejection.errors),
  InvalidFields: (rejection) => invalid(rejection.problems),
  InvalidRows: (rejection) => invalid(rejection.problems),
  AmountOutOfRange: (rejection) =>
    invalid([{ field: "source_amount_usdc", ...Quote.amountProblem(rejection) }]),
  NothingToReceive: (rejection) =>
    invalid([{ field: "source_amount_usdc", ...Quote.amountProblem(rejection) }]),
  FloatShort: ({ currency }) => ({
    code: "PROVIDER_BALANCE_LOW",
    message:
      `The ${currency} balance that pays recipients is too low for this amount now. ` +
      "Try a smaller amount, or try again later."
  }),
  NoSuchPath: () => ({
    code: "NOT_FOUND",
    message: "There is no such path. See /docs for the paths of this API."
  }),
  NoSuchMethod: (rejection) => {
    const allow = rejection.allowed.join(", ")
    const message = `This path accepts only ${allow}.`
    return { code: "METHOD_NOT_ALLOWED", message, headers: ["allow", allow] }
  },
  EndpointNotFound: ({ id }) => notFound("WEBHOOK_ENDPOINT_NOT_FOUND", "endpoint", id),
  BeneficiaryNotFound: ({ id }) => notFound("BENEFICIARY_NOT_FOUND", "beneficiary", id),
  EventNotFound: ({ id }) => notFound("EVENT_NOT_FOUND", "event", id),
  RequestNotFound: ({ id }) => ({
    code: "REQUEST_NOT_FOUND",
    message: `There is no request ${id} in the log.`
  }),
  QuoteNotFound: ({ quoteId }) => notFound("QUOTE_NOT_FOUND", "quote", quoteId),
  PayoutNotFound: ({ id }) => notFound("PAYOUT_NOT_FOUND", "payout", id),
  BatchNotFound: ({ id }) => notFound("BATCH_NOT_FOUND", "batch", id),
  DeliveryNotFound: ({ id }) => notFound("DELIVERY_NOT_FOUND", "delivery", id),
  KeyReused: () => {
    const message = "This idempotency key was used with other parameters."
    return { code: "DUPLICATE_IDEMPOTENCY_KEY", message }
  },
  OutcomeUnknown: () => {
    const message =
      "The first request with this idempotency key was interrupted, and its outcome is " +
      "unknown. Check whether it took effect before you send it again with another key."
    return { code: "OUTCOME_UNKNOWN", message }
  },
  QuoteExpired: (rejection) => {
    const { expiredAt } = rejection
    const how =
      expiredAt === null
        ? "ended with its payout"
        : `expired at ${new Date(expiredAt).toISOString()}`
    const message = `The quote ${how}. Create a new one.`
    return { code: "QUOTE_EXPIRED", message }
  },
  BalanceInsufficient: (short) =>
    insufficient(
      "The request needs",
      short,
      "Deposit the difference, or choose funding by deposit."
    ),
  NothingHeld: ({ sender }) => conflict(`The balance holds no deposits of ${sender}.`),
  NeverParked: () => conflict("A balance does not allow this action."),
  WithdrawalNotFound: ({ id }) => notFound("WITHDRAWAL_NOT_FOUND", "withdrawal", id),
  WithdrawalAddressNotFound: ({ id }) =>
    notFound("WITHDRAWAL_ADDRESS_NOT_FOUND", "withdrawal address", id),
  WithdrawalState: ({ command, status }) =>
    conflict(`This withdrawal is ${status}, and so ${withdrawalRefusals[command]}.`),
  WithdrawalTooLarge: (short) => insufficient("The withdrawal takes", short, "Withdraw less."),
  CorrectionTooLarge: (short) => insufficient("The correction takes", short, "Take less."),
  AddressWaits: ({ usableFrom }) =>
    conflict(
      `Withdrawals can use this address from ${new Date(usableFrom).toISOString()}. A new ` +
        "address waits for a day."
    ),
  TooManyAddresses: () =>
    conflict(
      `The balance has ${Balance.addressesMax} withdrawal addresses already. Remove one first.`
    ),
  TooManyWithdrawals: () =>
    conflict(
      `The account has ${Limits.withdrawals.openMax} withdrawals that have not ended. Wait until ` +
        "one has."
    ),
  QuoteAlreadyUsed: () => {
    const message = "The quote already has a payout. Each quote can be used once."
    return { code: "QUOTE_ALREADY_USED", message }
  },
  InvalidState: (rejection) => conflict(payoutStateMessage(rejection)),
  InvalidBatchState: (rejection) => conflict(batchStateMessage(rejection)),
  RecallNotFound: ({ id }) => notFound("RECALL_NOT_FOUND", "recall", id),
  ReturnTooLarge: ({ currency, max }) => {
    const amount = Money.toJson(max, Network.decimals(currency)).toLocaleString("en")
    const message = `is too large. The provider can return at most ${amount} ${currency}`
    return invalidField("amount", "too_large", message)
  },
  ReturnTooFine: ({ currency }) => {
    const decimals = Network.decimals(currency)
    const message =
      decimals === 0
        ? `must be a whole number in ${currency}`
        : `must have at most ${decimals} decimals in ${currency}`
    return invalidField("amount", "too_many_decimals", message)
  },
  StaleTransfer: () => conflict("The transfer is not the payout's current one."),
  InvalidDeliveryState: (rejection) =>
    conflict(`A delivery that is ${rejection.status} does not allow this action.`),
  EndpointNotActive: (rejection) =>
    conflict(
      rejection.isDeleted
        ? `The endpoint ${rejection.id} was deleted, so nothing can be sent to it.`
        : `The endpoint ${rejection.id} is disabled. Set is_active to true first.`
    ),
  TooManyEndpoints: (rejection) =>
    conflict(`An account has at most ${rejection.max} webhook endpoints.`),
  ProviderPaid: () =>
    conflict("The provider reports that it paid. Mark the payout as settled instead."),
  ProviderUndecided: () =>
    conflict("The provider may still pay. Set override to true to proceed anyway."),
  RefundHeld: () => conflict("The refund is held by a compliance review. Release it first."),
  SecondFactorRequired: () => {
    const message = "Staff need a second factor. Set up an authenticator app or a passkey first."
    return { code: "SECOND_FACTOR_REQUIRED", message }
  },
  StepUpRequired: () => {
    const minutes = Limits.identity.proofMs / 60_000
    const message = `Confirm your identity first. The proof must be at most ${minutes} minutes old.`
    return { code: "STEP_UP_REQUIRED", message }
  },
  NotNow: (rejection) => conflict(rejection.message),
  Unavailable: (rejection) => unavailable(rejection.message),
  UserInTeam: () =>
    conflict("This user is still a member of a team. Remove the user from every team first."),
  RecipientBusy: () =>
    conflict(
      "A payout, batch or webhook delivery of this recipient, or of a former number of a " +
        "beneficiary, is not finished. Try again when it is."
    ),
  TooManyNumbers: () =>
    conflict(
      `Beneficiaries of this recipient had more than ${Limits.retention.formerNumbersMax} phone ` +
        "numbers. Erase the data of the former numbers first, which the audit log shows."
    ),
  RecipientNotFound: () => ({
    code: "RECIPIENT_NOT_FOUND",
    message: "The account has no data about this phone number. It never had any, or it is erased."
  }),
  DataHeld: () =>
    conflict(
      "A legal hold prevents the erasure of this recipient's data. The hold may be on a former " +
        "number of a beneficiary."
    ),
  DataRestricted: ({ until }) =>
    conflict(
      `This recipient's data is restricted until ${new Date(until).toISOString()}, and is erased then.`
    ),
  NoDataHold: () => conflict("There is no legal hold on this recipient's data."),
  BookingNotFound: ({ id }) => notFound("BOOKING_NOT_FOUND", "booking", id),
  BookingEnded: ({ status }) => conflict(`This booking is ${status} already.`),
  MonthClosed: ({ firstOpenDay }) =>
    invalidField(
      "value_date",
      "month_closed",
      `is in a closed month. The first open day is ${firstOpenDay}`
    ),
  MonthNotEnded: ({ closesFrom, month }) =>
    conflict(`${month} can be closed from ${new Date(closesFrom).toISOString()}.`),
  MonthIsClosed: ({ month }) => conflict(`${month} is closed already.`),
  EarlierMonthOpen: ({ month, open }) => conflict(`Close ${open} before ${month}.`),
  BooksDoNotBalance: ({ amount, currency }) =>
    conflict(
      `The month was not closed. Debits and credits in ${currency} differ by ${amount}. Run ` +
        "`payout-service log rebuild`, and report the fault if the difference stays."
    ),
  ReconciliationNotFound: ({ id }) => notFound("RECONCILIATION_NOT_FOUND", "reconciliation", id),
  DayNotEnded: ({ day, from }) =>
    invalidField(
      "day",
      "out_of_range",
      `is too late. ${day} can be compared from ${new Date(from).toISOString()}`
    ),
  RunUnderWay: ({ day }) =>
    conflict(`The reconciliation of ${day} is under way. Start another one when it has finished.`),
  BreakNotFound: ({ id }) => notFound("BREAK_NOT_FOUND", "break", id),
  BreakEnded: ({ status }) => conflict(`This break is ${status} already.`),
  TooManyComments: ({ max }) => conflict(`A break has at most ${max} comments.`),
  OwnerUnknown: () =>
    invalidField("owner", "unknown", "must be the e-mail address of a member of the staff"),
  AccountNotFound: ({ id }) => notFound("ACCOUNT_NOT_FOUND", "account", id),
  KeyNotFound: ({ id }) => notFound("API_KEY_NOT_FOUND", "key", id),
  KeyRevoked: ({ id }) => conflict(`The key ${id} is revoked or has expired.`),
  KeyExpiryOutOfRange: () =>
    invalidField("expires_at", "out_of_range", "must be in the future, and at most 5 years away"),
  TooManyKeys: ({ max }) =>
    conflict(`An account has at most ${max} working API keys. Revoke one first.`),
  TooManyOperatorKeys: ({ max }) =>
    conflict(`There can be at most ${max} working operators' keys. Revoke one first.`),
  IssuerRefused: () => unauthorized("You may no longer issue keys or invitations."),
  KeyOutlivesIssuer: ({ expiresAt }) => ({
    code: "FORBIDDEN",
    message:
      `Your key expires at ${new Date(expiresAt).toISOString()}. ` +
      "It cannot issue a key that expires later."
  }),
  StaffOutlivesIssuer: ({ expiresAt }) => ({
    code: "FORBIDDEN",
    message:
      `Your key expires at ${new Date(expiresAt).toISOString()}, and staff do not expire. ` +
      "Use a key that does not expire, or sign in."
  }),
  EndsWithReplaced: () =>
    conflict(
      "Your key was issued by this key and would end with it. Set overlap_hours, or use " +
        "another key."
    ),
  OperatorExists: ({ name }) => conflict(`An operator named ${name} already exists.`),
  LastOperator: () => conflict("The last operator's key that does not expire cannot be revoked."),
  AlreadyMember: () => conflict("This user is already a member of the team."),
  AlreadyInvited: () => conflict("This user is already invited. Revoke that invitation first."),
  TooManyInvitations: ({ max }) => conflict(`A team has at most ${max} open invitations.`),
  TooManyMembers: ({ max }) => conflict(`A team has at most ${max} members.`),
  MemberNotFound: ({ id }) => notFound("PERSON_NOT_FOUND", "user", id),
  LastOfRole: ({ role }) =>
    conflict(`This is the last member with the role ${role}. Give another member this role first.`),
  OwnReset: () => conflict("You cannot reset your own password."),
  NoTeamLeft: () => conflict("This user is no longer a member of any team."),
  InvitationNotFound: ({ id }) => notFound("INVITATION_NOT_FOUND", "invitation", id),
  OriginUnknown: () => conflict("The dashboard's address is not known. Set DASHBOARD_URL."),
  InvitationVoid: () => conflict("This link was used, was revoked, or has expired."),
  AdmissionNotApproved: ({ missing }) =>
    conflict(
      `${missing === 1 ? "1 more person" : `${missing} more people`} of the staff must approve ` +
        "this link before it works."
    ),
  RoleNeedsAdmission: ({ role }) =>
    conflict(
      `The role ${role} releases holds, so several people must approve it. ` +
        "Remove this person, invite them with the role, and let others approve the invitation."
    ),
  DetailMissing: ({ detail }) => invalidField(detail, "required", "is required"),
  SignInRefused: ({ reason }) => ({
    code: "SIGN_IN_REFUSED",
    message: refusals[reason]
  }),
  LockedOut: ({ retryAfterSeconds }) => ({
    code: "LOCKED_OUT",
    message: `Too many failed attempts. Try again in ${waitOf(retryAfterSeconds)}.`,
    headers: ["retry-after", String(retryAfterSeconds)]
  }),
  NotSignedIn: () => unauthorized("Sign in first."),
  ProofWrong: ({ input }) => invalidField(fields[input], "wrong", "is incorrect"),
  SecondFactorMissing: () => conflict("No authenticator app is set up."),
  SecondFactorExists: () => conflict("An authenticator app is already set up."),
  SecondFactorNeeded: () => conflict("Staff must keep a second factor."),
  PasswordNotEnough: () =>
    invalidField(
      "password",
      "not_enough",
      "is not enough. Send a code from your app, or use a passkey."
    ),
  PasskeyRejected: ({ reason }) =>
    passkeyConflicts.includes(reason)
      ? conflict(passkeyProblems[reason])
      : invalidField("credential", reason, passkeyProblems[reason]),
  PasskeySignInRefused: ({ reason }) =>
    reason === "address"
      ? conflict(passkeyProblems[reason])
      : { code: "SIGN_IN_REFUSED", message: passkeyProblems[reason] },
  PasskeyNotFound: ({ id }) => notFound("PASSKEY_NOT_FOUND", "passkey", id),
  SessionNotFound: ({ id }) => notFound("SESSION_NOT_FOUND", "session", id)
}

/** The problem of a rejection. */
export const of = (rejection: Rejection): Problem =>
  rejection._tag === "ByOwner"
    ? rejection.problem
    : // The entry of a tag takes the rejections of that tag, which TypeScript does not see.
      problemOf(table[rejection._tag](rejection as never))

/** A defect; its details are in the log only. */
export const defect = problemOf({
  code: "INTERNAL_ERROR",
  message: "Something went wrong on our side."
})

/** Advice on how to repeat a request that failed for a moment, by method and idempotency key. */
export const retryAdvice = {
  harmless: "Try again in a moment.",
  keyed: "Retry with the same idempotency key.",
  unkeyed: "Check whether the request took effect before you send it again."
} as const

/** The page that explains a code. */
export const docUrl = (origin: string, code: string): string =>
  `${origin}/docs#description/${code.toLowerCase()}`

/** The body of every error. */
export const body = (
  { code, errors, facts, message }: Problem,
  requestId: string,
  origin: string
): string =>
  JSON.stringify({
    error: code,
    message,
    error_code: code,
    request_id: requestId,
    doc_url: docUrl(origin, code),
    errors,
    ...facts
  })
