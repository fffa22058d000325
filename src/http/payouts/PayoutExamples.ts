/** Examples of payouts, as customers and as operators see them. */
import * as Objects from "../contract/ExampleObjects.ts"
import * as PayoutJson from "./PayoutJson.ts"
import type * as StaffView from "./StaffView.ts"

const { created, head, token } = Objects

/** Examples name approvers by their e-mail address. */
export const view: StaffView.StaffView = { token, approver: (email) => email, approvalsNeeded: 2 }

const shown = ({ payout }: Objects.Life) => PayoutJson.payout(payout, token, head)

/** A payout as an operator sees it. */
export const seen = ({ payout }: Objects.Life) => PayoutJson.adminPayout(payout, view, head)

export const payoutCreated = PayoutJson.payoutCreated(created.payout, token, [])
export const payout = shown(Objects.settled)
export const cancelled = shown(Objects.cancelled)
export const held = seen(Objects.approved)
