/**
 * The permissions of a member of an account, of the service's staff, and of an API key. A key has
 * the permissions of its scope, and never those that only people have.
 */
import { Schema } from "effect"

export const Member = Schema.Literals(["owner", "developer", "payer", "viewer"])
export type Member = typeof Member.Type

export const Staff = Schema.Literals(["admin", "compliance", "operator"])
export type Staff = typeof Staff.Type

export const Role = Schema.Literals([...Member.literals, ...Staff.literals])
export type Role = typeof Role.Type

/**
 * `read` and `write` cover an account's own objects, `endpoints` the destinations of its events,
 * `keys` and `team` the keys and people that act for it. `holds` releases and rejects, `reviews`
 * decides the outcome of a transfer, `refunds` records how money went back. `deliveries` resends
 * events, `accounts` opens accounts and decides on KYC, `issue` creates keys for others.
 */
export type Permission =
  | "read"
  | "write"
  | "endpoints"
  | "keys"
  | "team"
  | "holds"
  | "reviews"
  | "refunds"
  | "deliveries"
  | "accounts"
  | "issue"

const permissions: Readonly<Record<Role, ReadonlyArray<Permission>>> = {
  owner: ["read", "write", "endpoints", "keys", "team"],
  developer: ["read", "write", "endpoints", "keys"],
  payer: ["read", "write"],
  viewer: ["read"],
  admin: [
    ...(["read", "write", "endpoints", "keys", "team", "holds", "reviews"] as const),
    ...(["refunds", "deliveries", "accounts", "issue"] as const)
  ],
  compliance: ["read", "holds", "accounts"],
  operator: ["read", "reviews", "refunds", "deliveries"]
}

export const may = (role: Role, permission: Permission): boolean =>
  permissions[role].includes(permission)

export const isStaff = (role: Role): role is Staff =>
  (Staff.literals as ReadonlyArray<string>).includes(role)

/** Scopes of the API keys of customers, the widest first. */
export const KeyScope = Schema.Literals(["full", "read_only", "payouts", "webhooks", "reports"])
export type KeyScope = typeof KeyScope.Type

/**
 * Parts of the API that keys may be confined to. Every key has `identity`: its account and limits.
 */
export type Area = "identity" | "payouts" | "webhooks" | "reports"

/** The permission that a request needs. With `area` `undefined`, confined keys cannot make it. */
export interface Need {
  readonly needs: Permission
  readonly area: Area | undefined
}

interface Reach {
  readonly permissions: ReadonlyArray<Permission>
  /** Areas of a confined key. Absent if the key is not confined. */
  readonly areas?: ReadonlyArray<Area>
}

const ownObjects = ["read", "write", "endpoints"] as const

/** The permissions of an API key by scope, without those that only people have. */
const scopes: Readonly<Record<KeyScope | "admin", Reach>> = {
  full: { permissions: ownObjects },
  read_only: { permissions: ["read"] },
  payouts: { permissions: ownObjects, areas: ["identity", "payouts"] },
  webhooks: { permissions: ownObjects, areas: ["identity", "webhooks"] },
  reports: { permissions: ["read"], areas: ["identity", "reports"] },
  admin: { permissions: permissions.admin }
}

export const keyMay = (scope: KeyScope | "admin", { area, needs }: Need): boolean => {
  const { areas, permissions } = scopes[scope]
  return (
    permissions.includes(needs) &&
    (areas === undefined || (area !== undefined && areas.includes(area)))
  )
}

/** Scopes of customers' keys that suffice for a request, the narrowest first. */
export const scopesFor = (need: Need): ReadonlyArray<KeyScope> =>
  KeyScope.literals.filter((scope) => keyMay(scope, need)).toReversed()
