/**
 * A user of the dashboard's API without a browser: cookies, the header that the page sends, and an
 * authenticator app.
 */
import { assert } from "@effect/vitest"
import * as OTPAuth from "otpauth"
import { once } from "./once.ts"
import * as Service from "./service.ts"

export const password = "correct horse battery"

export interface Visitor {
  /** Sends a request. `headers` replaces the header that the page sends. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Service.Answer>
  readonly cookies: Map<string, string>
  /** The cookies as a `Cookie` header. */
  readonly jar: () => string
}

/** A user who is not signed in. */
export const visitor = (service: Service.Service): Visitor => {
  const cookies = new Map<string, string>()
  const jar = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const keep = (line: string): void => {
    const [pair = "", ...attributes] = line.split("; ")
    const name = pair.slice(0, pair.indexOf("="))
    const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    if (isGone) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }
  return {
    cookies,
    jar,
    ask: async (method, path, body, headers = {}) => {
      const answer = await service.call(method, path, {
        key: null,
        headers: { "x-dashboard": "1", cookie: jar(), ...headers },
        ...(body === undefined ? {} : { body })
      })
      for (const line of answer.headers.getSetCookie()) keep(line)
      return answer
    }
  }
}

export interface Member extends Visitor {
  readonly email: string
  /** An unused code of the app; a member has one left. */
  readonly code: () => string
  readonly recoveryCodes: ReadonlyArray<string>
}

const periodMs = 30_000

/**
 * Two codes of an app, for this half minute and the next one. The service accepts one period of
 * clock difference, so both are valid when they arrive.
 */
const codesOf = (uri: string): (() => string) => {
  const app = OTPAuth.URI.parse(uri) as OTPAuth.TOTP
  const ahead = [0, periodMs]
  return () => {
    const ms = ahead.shift()
    assert.isDefined(ms, "a third code is not valid yet")
    return app.generate({ timestamp: Date.now() + ms })
  }
}

/** Sets up an authenticator app for a signed-in user. */
export const secure = async (visitor: Visitor) => {
  const begun = await visitor.ask("POST", "/dashboard/api/totp", { password })
  assert.strictEqual(begun.status, 200, begun.text)
  const code = codesOf(begun.json.uri)
  const confirmed = await visitor.ask("POST", "/dashboard/api/totp/confirm", { code: code() })
  assert.strictEqual(confirmed.status, 200, confirmed.text)
  return { code, recoveryCodes: begun.json.recovery_codes as ReadonlyArray<string> }
}

/** Accepts an invitation as a new user. */
export const accept = async (
  service: Service.Service,
  token: string,
  given: { readonly email?: string; readonly name: string }
): Promise<Visitor> => {
  const someone = visitor(service)
  const body = { token, password, ...given }
  const answer = await someone.ask("POST", "/dashboard/api/invitation/accept", body)
  assert.strictEqual(answer.status, 200, answer.text)
  return someone
}

/** Accepts the first start's invitation, which works once. */
export const signUp = async (service: Service.Service): Promise<Member> => {
  const email = "ada@example.com"
  const ada = await accept(service, service.token ?? "", { email, name: "Ada" })
  return { ...ada, email, ...(await secure(ada)) }
}

/**
 * The first user, who is the same one at every call: an owner of the sandbox's account and an admin
 * of the staff, with a second factor.
 */
export const first = once(signUp)

/** The token in a link of an invitation or a reset. */
export const tokenOf = (link: string): string => new URL(link).hash.slice("#token=".length)

export const staffInvitations = "/dashboard/api/staff/team/invitations"

/** Approves with the first operator's key if an invitation needs another approval. */
const approved = async (service: Service.Service, { json }: Service.Answer): Promise<void> => {
  if (json.approvals_missing === 0) return
  const path = `${staffInvitations}/${json.id}/approve`
  const answer = await service.call("POST", path, { key: Service.adminKey, body: {} })
  assert.strictEqual(answer.json.approvals_missing, 0, answer.text)
}

/** Invites a new user to an account, or with another `path` to the staff. */
export const invited = async (
  service: Service.Service,
  by: Visitor,
  role: string,
  path = "/dashboard/api/team/invitations"
): Promise<Member> => {
  const email = `${role}.${by.cookies.size}.${Math.floor(performance.now())}@example.com`
  const answer = await by.ask("POST", path, { email, role })
  assert.strictEqual(answer.status, 201, answer.text)
  await approved(service, answer)
  const someone = await accept(service, tokenOf(answer.json.link), { name: `The ${role}` })
  return { ...someone, email, ...(await secure(someone)) }
}

/**
 * Invites a user to the staff with an operator's key, and returns the token. `approver` approves
 * the invitation if it needs a second approval.
 */
export const staffToken = async (
  service: Service.Service,
  email: string,
  role = "admin",
  approver?: Visitor
): Promise<string> => {
  const answer = await service.call("POST", staffInvitations, {
    key: Service.adminKey,
    body: { email, role }
  })
  assert.strictEqual(answer.status, 201, answer.text)
  if (approver !== undefined) {
    const approval = await approver.ask("POST", `${staffInvitations}/${answer.json.id}/approve`, {})
    assert.strictEqual(approval.json.approvals_missing, 0, approval.text)
  }
  return tokenOf(answer.json.link)
}
