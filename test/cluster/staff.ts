/** Staff users of the dashboard of several nodes. */
import * as Nodes from "../support/nodes.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"

/** A service for tests of the dashboard, which sends each request to the next node. */
export const service = (urls: () => ReadonlyArray<string>): Service.Service => {
  let turn = 0
  const call: Service.Service["call"] = async (method, path, { body, headers, key } = {}) => {
    turn += 1
    const origin = String(urls()[turn % urls().length])
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key ?? Nodes.adminKey}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    const json = text.startsWith("{") ? JSON.parse(text) : undefined
    return { status: answer.status, headers: answer.headers, text, json, origin }
  }
  return { call } as Service.Service
}

/** Creates an admin with a second factor. */
export const member = async (of: Service.Service, email: string) => {
  const someone = await Visitor.accept(of, await Visitor.staffToken(of, email), { name: email })
  return { ...someone, ...(await Visitor.secure(someone)) }
}
