/**
 * What people may do: a role of an account's member or of the service's own staff, and what each
 * may. API keys have what their scope gives, and never what is for people alone.
 */
import { Schema } from "effect"

/** Members of an account. */
export const Member = Schema.Literals(["owner", "developer", "payer", "viewer"])
export type Member = typeof Member.Type

/** The service's own people. */
export const Staff = Schema.Literals(["admin", "compliance", "operator"])
export type Staff = typeof Staff.Type

export const Role = Schema.Literals([...Member.literals, ...Staff.literals])
export type Role = typeof Role.Type

/**
 * `read` and `write` are an account's own objects; `endpoints` where its events are sent; `keys`
 * and `team` who else may act for it.
 * `holds` releases and rejects, `reviews` decides what became of a transfer, `refunds` records how
 * money went back, `deliveries` sends events again, `accounts` opens accounts and decides on KYC,
 * `issue` creates keys for others.
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
 * Parts of the API that keys may be confined to. `identity` is what a key may always see: its own
 * account and limits.
 */
export type Area = "identity" | "payouts" | "webhooks" | "reports"

/** What a call needs. `area`: `undefined` is closed to keys that are confined to areas. */
export interface Need {
  readonly needs: Permission
  readonly area: Area | undefined
}

interface Reach {
  readonly permissions: ReadonlyArray<Permission>
  /** `undefined`: it is not confined. */
  readonly areas?: ReadonlyArray<Area>
}

const own = ["read", "write", "endpoints"] as const

/** What an API key of a scope may: never what is for people alone. */
const scopes: Readonly<Record<KeyScope | "admin", Reach>> = {
  full: { permissions: own },
  read_only: { permissions: ["read"] },
  payouts: { permissions: own, areas: ["identity", "payouts"] },
  webhooks: { permissions: own, areas: ["identity", "webhooks"] },
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

/** The scopes of customers' keys that suffice for a call, the narrowest first. */
export const scopesFor = (need: Need): ReadonlyArray<KeyScope> =>
  KeyScope.literals.filter((scope) => keyMay(scope, need)).toReversed()
