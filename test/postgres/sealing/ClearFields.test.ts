/**
 * The text fields of the log that are stored in clear. Every other text is marked as the personal
 * data of someone. A new field needs a mark or a line here.
 */
import type { SchemaAST } from "effect"
import { assert, describe, it } from "vitest"
import * as Personal from "../../../src/domain/Personal.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Arbitraries from "./arbitraries.ts"

/** Fields of any event without personal data, by their name, and their content. */
const clearNames: Readonly<Record<string, string>> = {
  id: "random id",
  accountId: "random id of an account",
  quoteId: "random id of a quote",
  batchId: "random id of a batch",
  beneficiaryId: "random id of a beneficiary",
  passkeyId: "random id of a passkey",
  endpointId: "random id of a webhook endpoint",
  by: "random id of a user or an API key",
  issuedBy: "random id of a user or an API key",
  invitedBy: "random id of a user or an API key",
  writer: "random name of a process",
  depositAddress: "address on a chain",
  refundAddress: "address on a chain",
  address: "address on a chain",
  from: "address on a chain",
  sender: "address on a chain",
  senders: "addresses on a chain",
  token: "address of a token on a chain",
  units: "amount",
  keys: "random ids of keys",
  txHash: "hash of a transaction",
  blockHash: "hash of a block",
  hash: "hash of a random API key",
  tokenHash: "hash of a random token",
  action: "name of an action"
}

/** Fields of one kind of event without personal data, and their content. */
const clearPaths: Readonly<Record<string, string>> = {
  "ApiKeyIssued.last4": "last characters of a random API key",
  "ApiKeyIssued.replaces": "random id of an API key",
  "ApiKeyExpiring.successor": "random id of an API key",
  "PersonInvited.resets": "random id of a user",
  "PayoutCreated.idempotencyKey": "key that the customer's program chose for retries",
  "BalanceSenderScreened.evidence.lists": "names and dates of sanctions lists",
  "TransferRequested.reference": "random reference of a transfer",
  "TransferAccepted.reference": "random reference of a transfer",
  "TransferRefused.reference": "random reference of a transfer",
  "TransferRequested.provider": "name of a provider",
  "PayoutSettled.providerReference": "the provider's id of a transfer",
  "RecallOpened.recallId": "id of a recall",
  "RecallReturned.recallId": "id of a recall",
  "RecallReturned.providerReference": "the provider's id of a return",
  "RecallClosed.recallId": "id of a recall",
  "PayoutScreened.evidence.lists": "names and dates of sanctions lists",
  "SendersScreened.evidence.lists": "names and dates of sanctions lists",
  "BatchSendersScreened.evidence.lists": "names and dates of sanctions lists",
  "EndpointCreated.url": "address of a customer's program",
  "EndpointUpdated.url": "address of a customer's program",
  "EndpointCreated.events": "names of event types",
  "EndpointUpdated.events": "names of event types",
  "EndpointDisabled.reason": "sentence of the service",
  "DeliveryTested.webhookEvent.type": "name of an event type",
  "DeliveryTested.webhookEvent.subjectId": "made-up id",
  "DeliveryTested.webhookEvent.body": "made-up event",
  "DeliveryAttempted.attempt.error": "sentence of the service about a connection",
  "DeliveryAttempted.attempt.sent": "signatures and the service's own headers",
  "DeliveryAbandoned.reason": "sentence of the service",
  "BookingProposed.payoutId": "random id of a payout",
  "BookingProposed.provider": "name of a provider",
  "BookingProposed.valueDate": "day",
  "BalanceAddressActivated.addressId": "random id of an address on a chain",
  "BalanceAddressAdded.addressId": "random id of an address on a chain",
  "BalanceAddressRemoved.addressId": "random id of an address on a chain",
  "BalanceCorrected.correctionId": "random id of a correction",
  "WithdrawalRequested.addressId": "random id of an address on a chain",
  "WithdrawalApproved.evidence.lists": "names and dates of sanctions lists",
  "WithdrawalHeld.evidence.lists": "names and dates of sanctions lists",
  "BreakAssigned.owner": "random id of a user",
  "BreakFound.books": "amount",
  "BreakFound.currency": "name of a currency or token",
  "BreakFound.detail": "ids, amounts and transactions",
  "BreakFound.reference": "reference of a transfer or transaction, or name of an account",
  "BreakFound.reported": "amount",
  "BreakFound.run": "random id of a reconciliation",
  "BreakFound.source": "name of a provider, of the chain or of the books",
  "BreakFound.subject": "random id of a payout, batch, balance or withdrawal",
  "BreakResolved.run": "random id of a reconciliation",
  "BreakSeen.books": "amount",
  "BreakSeen.currency": "name of a currency or token",
  "BreakSeen.detail": "ids, amounts and transactions",
  "BreakSeen.reported": "amount",
  "BreakSeen.run": "random id of a reconciliation",
  "ReconciliationStarted.day": "day",
  "ReconciliationStarted.statement.provider": "name of a provider",
  "ReconciliationStarted.statement.name": "name of a provider's file",
  "ReconciliationStarted.statement.sha256": "hash of a file",
  "ReconciliationStarted.statement.fees.amount": "amount",
  "ReconciliationStarted.statement.fees.currency": "name of a currency",
  "ReconciliationStarted.statement.firstDay": "day",
  "ReconciliationStarted.statement.lastDay": "day",
  "ReconciliationStarted.statement.lines.reference": "reference of a transfer or id of a payout",
  "ReconciliationStarted.statement.lines.providerReference": "the provider's id of a transfer",
  "ReconciliationStarted.statement.lines.amount": "amount",
  "ReconciliationStarted.statement.lines.currency": "name of a currency",
  "ReconciliationFinished.chainsWithoutNodes": "names of chains",
  "ReconciliationFinished.differences.books": "amount",
  "ReconciliationFinished.differences.currency": "name of a currency or token",
  "ReconciliationFinished.differences.detail": "ids, amounts and transactions",
  "ReconciliationFinished.differences.reference":
    "reference of a transfer or transaction, or name of an account",
  "ReconciliationFinished.differences.reported": "amount",
  "ReconciliationFinished.differences.source": "name of a provider, of the chain or of the books",
  "ReconciliationFinished.differences.subject":
    "random id of a payout, batch, balance or withdrawal",
  "ReconciliationFinished.figures.account": "name of an account of the books",
  "ReconciliationFinished.figures.books": "amount",
  "ReconciliationFinished.figures.currency": "name of a currency or token",
  "ReconciliationFinished.figures.reported": "amount",
  "ReconciliationFinished.figures.source": "name of a provider, of the chain or of the books",
  "ReconciliationFinished.gaps.reason": "sentence of the service",
  "ReconciliationFinished.gaps.source": "name of a provider, of the chain or of the log",
  "PeriodClosed.totals.account": "name of an account of the books",
  "PeriodClosed.totals.currency": "name of a currency or token",
  "PeriodClosed.totals.debit": "sum",
  "PeriodClosed.totals.credit": "sum"
}

/** Fields of a draft and its response that SealedEntry.ts seals without a mark. */
const sealedApart = ["Draft.from", "Draft.note", "Reply.fingerprint", "Reply.body"]

const clearParts: Readonly<Record<string, string>> = {
  "Draft.by": "random id of a user or an API key",
  "Draft.as": "random id of an account",
  "Reply.scope": "account and route",
  "Reply.key": "key that the customer's program chose for retries"
}

/** The paths of texts below a schema that are not marked. */
const textsOf = (ast: SchemaAST.AST, path: string): ReadonlyArray<string> => {
  if (Personal.ownerOf(ast) !== undefined) return []
  switch (ast._tag) {
    case "Null":
    case "Number":
    case "Boolean":
    case "Literal":
      return []
    case "Union":
      return ast.types.flatMap((type) => textsOf(type, path))
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((type) => textsOf(type, path))
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) =>
          textsOf(type, `${path}.${String(name)}`)
        ),
        ...ast.indexSignatures.flatMap(({ parameter, type }) =>
          [parameter, type].flatMap((each) => textsOf(each, path))
        )
      ]
    default:
      // A text, or a schema of which nothing is known.
      return [path]
  }
}

const unique = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths)].sort()

const eventPaths = unique(
  Arbitraries.kinds.flatMap((kind) => textsOf(kind.ast, Arbitraries.nameOf(kind)))
)

const { events: _, reply: __, ...parts } = Entry.Draft.fields

const partPaths = unique([
  ...Object.entries(parts).flatMap(([name, { ast }]) => textsOf(ast, `Draft.${name}`)),
  ...textsOf(Entry.Reply.ast, "Reply")
])

const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1)

/** The paths at which a name of `clearNames` stands for a field. */
const isNamed = (path: string): boolean => Object.hasOwn(clearNames, lastName(path))

describe("A text of an event", () => {
  it("is marked as someone's personal data, or is listed here with its content", () => {
    const found = eventPaths.filter((path) => !isNamed(path))
    assert.deepStrictEqual(found, Object.keys(clearPaths).sort())
  })

  it("is not listed here by a name that no event has", () => {
    const names = new Set(eventPaths.map(lastName))
    const stale = Object.keys(clearNames).filter((name) => !names.has(name))
    assert.deepStrictEqual(stale, [])
  })
})

describe("A text of a draft or its response", () => {
  it("is sealed, or is listed here with its content", () => {
    assert.deepStrictEqual(partPaths, [...sealedApart, ...Object.keys(clearParts)].sort())
  })
})

describe("Marks of personal data", () => {
  const markedBelow = (ast: SchemaAST.AST): boolean => {
    if (Personal.ownerOf(ast) !== undefined) return true
    if (ast._tag === "Union") return ast.types.some(markedBelow)
    if (ast._tag === "Arrays") return [...ast.elements, ...ast.rest].some(markedBelow)
    if (ast._tag !== "Objects") return false
    return [...ast.propertySignatures, ...ast.indexSignatures].some(({ type }) => markedBelow(type))
  }

  /** Lists and records, and the second structure of a union: the clear form has no part for them. */
  const unreachable = (ast: SchemaAST.AST, path: string): ReadonlyArray<string> => {
    if (Personal.ownerOf(ast) !== undefined) return []
    if (ast._tag === "Arrays") return markedBelow(ast) ? [path] : []
    if (ast._tag === "Union") {
      const [first, ...more] = ast.types.filter(({ _tag }) => _tag === "Objects")
      return [
        ...(first === undefined ? [] : unreachable(first, path)),
        ...more.flatMap((type) => (markedBelow(type) ? [path] : []))
      ]
    }
    if (ast._tag !== "Objects") return []
    return [
      ...ast.propertySignatures.flatMap(({ name, type }) =>
        unreachable(type, `${path}.${String(name)}`)
      ),
      ...ast.indexSignatures.flatMap(({ type }) => (markedBelow(type) ? [path] : []))
    ]
  }

  it("are at places that the clear form reaches, so none is inside a list or a record", () => {
    const found = Arbitraries.kinds.flatMap((kind) =>
      unreachable(kind.ast, Arbitraries.nameOf(kind))
    )
    assert.deepStrictEqual(found, [])
  })
})
