/**
 * Events of the registry: accounts, API keys, users, invitations, endpoints and chain cursors. They
 * are few and most requests need one of them, so they always stay in memory.
 */
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as User from "../../domain/account/User.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as Entry from "../ports/Entry.ts"
import * as Collections from "./Collections.ts"
import { markDirty } from "./DirtyRows.ts"
import * as Outbox from "./Outbox.ts"
import type { Fold } from "./State.ts"

/** The state an event refers to. Without it the log contradicts itself. */
export const existing = <A>(states: Map<string, A>, id: string, event: Entry.Event): A => {
  const state = states.get(id)
  if (state === undefined) throw new Error(`${event._tag} refers to ${id}, which does not exist`)
  return state
}

const disable = (fold: Fold, event: typeof Endpoint.Disabled.Type): void => {
  const { renderer, state } = fold
  const endpoint = Endpoint.disabled(existing(state.endpoints, event.id, event), event)
  Collections.put(state, "endpoints", endpoint)
  Outbox.add(fold, WebhookEvent.endpointDisabled(renderer, endpoint, event.at))
}

/** The part of a fold that events of accounts, keys and users need. */
type DirectoryFold = Pick<Fold, "by" | "seq" | "state">

const applyToAccount = (
  { by, state }: DirectoryFold,
  event: Account.Event | ApiKey.Event
): void => {
  const { accounts, keys } = state
  const key = () => existing(keys, event.id, event)
  switch (event._tag) {
    case "AccountCreated":
      return Collections.put(state, "accounts", Account.created(event))
    case "AccountUpdated": {
      const account = existing(accounts, event.id, event)
      return Collections.put(state, "accounts", Account.updated(account, event))
    }
    case "ApiKeyIssued":
      return Collections.put(state, "keys", ApiKey.issued(event, by))
    case "ApiKeyRevoked":
      return Collections.put(state, "keys", ApiKey.revoked(key(), event))
    case "ApiKeyExpiring":
      return Collections.put(state, "keys", ApiKey.expiring(key(), event))
    case "ApiKeyUsed":
      return Collections.put(state, "keys", ApiKey.used(key(), event))
  }
}

const applyToEndpoint = (fold: Fold, event: Endpoint.Event): void => {
  const { state } = fold
  const endpoint = () => existing(state.endpoints, event.id, event)
  switch (event._tag) {
    case "EndpointCreated":
      return Collections.put(state, "endpoints", Endpoint.created(event))
    case "EndpointUpdated":
      return Collections.put(state, "endpoints", Endpoint.updated(endpoint(), event))
    case "EndpointSecretRotated":
      return Collections.put(state, "endpoints", Endpoint.rotated(endpoint(), event))
    case "EndpointDisabled":
      return disable(fold, event)
    case "EndpointDeleted":
      endpoint()
      return Collections.remove(state, "endpoints", event.id)
  }
}

export const applyAccount = (fold: DirectoryFold, event: Account.Event | ApiKey.Event): void => {
  applyToAccount(fold, event)
  markDirty(fold.state.dirty.registry, event.id, fold.seq)
}

export const apply = (fold: Fold, event: Endpoint.Event | ChainCursor.Advanced): void => {
  const { seq, state } = fold
  if (event._tag === "ChainReached") {
    Collections.put(state, "chainCursors", { id: event.id, cursor: event.cursor })
  } else applyToEndpoint(fold, event)
  markDirty(state.dirty.registry, event.id, seq)
}

export const applyUser = ({ seq, state }: DirectoryFold, event: User.Event): void => {
  switch (event._tag) {
    case "PersonInvited":
      Collections.put(state, "invitations", User.invited(event))
      break
    case "InvitationApproved": {
      const invitation = existing(state.invitations, event.id, event)
      Collections.put(state, "invitations", User.approved(invitation, event))
      break
    }
    case "InvitationEnded":
      Collections.remove(state, "invitations", event.id)
      break
    case "PersonJoined":
      Collections.put(state, "people", User.joined(event))
      break
    case "PersonErased": {
      // An invited person who never joined is no user.
      const user = state.people.get(event.id)
      if (user !== undefined) Collections.put(state, "people", User.evolve(user, event))
      break
    }
    default: {
      const user = existing(state.people, event.id, event)
      Collections.put(state, "people", User.evolve(user, event))
    }
  }
  markDirty(state.dirty.registry, event.id, seq)
}
