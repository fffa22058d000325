/** Finds the object with an id that was typed in full, or the objects of an event. */
import type { CallOptions } from "../../client/Transport.ts"
import * as Links from "../data/Links.ts"
import type { SignedIn } from "../data/SignedIn.tsx"
import * as Webhooks from "../data/Webhooks.ts"
import { search as Words } from "../words/shell.ts"
import * as Facts from "./Facts.ts"
import * as Results from "./Results.ts"

/** The largest page of a list. */
export const readMax = 100

type Found = Promise<ReadonlyArray<Results.Result>>
type Find = (who: SignedIn, id: string, options: CallOptions) => Found

type Read = (who: SignedIn, id: string, options: CallOptions) => Promise<unknown>

const resultOf = (id: string, href: string): Results.Result => ({
  ...{ key: id, href, title: Links.kindOf(id) ?? id, about: id }
})

/** Finds an object with a page, and describes it as a search by words does. */
const known =
  (
    read: (
      ...asked: Parameters<Read>
    ) => Promise<Pick<Results.Result, "title" | "about" | "accountId">>
  ): Find =>
  async (who, id, options) => {
    const href = Links.placeOf(id, who.isStaff)
    return href === undefined ? [] : [{ key: id, href, ...(await read(who, id, options)) }]
  }

/** Finds an object with a page. */
const placed =
  (read: Read): Find =>
  async (who, id, options) => {
    await read(who, id, options)
    const href = Links.placeOf(id, who.isStaff)
    return href === undefined ? [] : [resultOf(id, href)]
  }

/** Finds an object in a list that is read whole. */
const listed =
  (
    href: string,
    read: (who: SignedIn, options: CallOptions) => Promise<ReadonlyArray<Named>>
  ): Find =>
  async (who, id, options) => {
    const one = (await read(who, options)).find((each) => each.id === id)
    return one === undefined ? [] : [{ ...resultOf(id, href), about: one.name ?? one.email ?? id }]
  }

interface Named {
  readonly id: string
  readonly name?: string
  readonly email?: string | null
}

const customer: Readonly<Record<string, Find>> = {
  po: known(async ({ api }, id, options) => Facts.ofPayout(await api.payouts.get(id, options))),
  bt: known(async ({ api }, id, options) => Facts.ofBatch(await api.batches.get(id, options))),
  bk: known(async ({ api }, id, options) => Facts.ofBatch(await api.payouts.bulk.get(id, options))),
  qt: placed(({ api }, id, options) => api.quotes.get(id, options)),
  we: placed(({ api }, id, options) => api.webhooks.endpoints.get(id, options)),
  evt: placed(({ api }, id, options) => api.events.get(id, options)),
  dlv: placed(({ api }, id, options) => api.webhooks.deliveries.get(id, options)),
  req: placed(({ api }, id, options) => api.requests.get(id, options)),
  ben: async ({ api }, id, options) => {
    const { name, phone } = await api.beneficiaries.get(id, options)
    const href = `/beneficiaries?${new URLSearchParams({ search: phone })}`
    return [{ ...resultOf(id, href), about: name }]
  },
  key: listed("/api-keys", async ({ own }, options) => (await own.apiKeys.get(options)).data),
  usr: listed("/team", async ({ own }, options) => (await own.team.get(options)).members),
  inv: listed("/team", async ({ own }, options) => (await own.team.get(options)).invitations)
}

/** The payout or batch of an event, and its account, each found by its id. */
const subjectOfEvent: Find = async (who, id, options) => {
  const { account_id: accountId, event } = await who.own.staff.events.get(id, options)
  const subjects = [...Webhooks.subjectsOf(event.data), accountId]
  const found = await Promise.all(subjects.map((subject) => byId(who, subject, options)))
  return found.flat().map((each) => ({
    ...each,
    title: Words.ofEvent(Links.kindOf(each.key) ?? each.key),
    about: Results.joined(each.title, each.about)
  }))
}

const staffBatch = known(async ({ api }, id, options) =>
  Facts.ofBatch(await api.admin.batches.get(id, options))
)

const staff: Readonly<Record<string, Find>> = {
  po: known(async ({ api }, id, options) =>
    Facts.ofPayout(await api.admin.payouts.get(id, options))
  ),
  bt: staffBatch,
  bk: staffBatch,
  dlv: placed(({ api }, id, options) => api.admin.webhookDeliveries.get(id, options)),
  acct: known(async ({ api }, id, options) => {
    const { email, name } = await api.admin.accounts.get(id, options)
    return { title: name, about: email }
  }),
  evt: subjectOfEvent,
  rec: placed(({ api }, id, options) => api.admin.reconciliations.get(id, options)),
  brk: placed(({ api }, id, options) => api.admin.breaks.get(id, options)),
  key: listed(
    "/operator-keys",
    async ({ api }, options) => (await api.admin.operators.list({ limit: readMax }, options)).data
  ),
  usr: listed("/team", async ({ own }, options) => (await own.staff.team.get(options)).members),
  inv: listed("/team", async ({ own }, options) => (await own.staff.team.get(options)).invitations)
}

/** Finds nothing if the object does not exist or the role may not see it. */
export const byId: Find = (who, id, options) => {
  const find = (who.isStaff ? staff : customer)[id.slice(0, id.indexOf("_"))]
  if (!Links.isId(id) || find === undefined) return Promise.resolve([])
  return find(who, id, options).catch(() => [])
}
