/**
 * The part of the core that is always in memory: accounts, keys, people, invitations and endpoints.
 * They are few, and every request needs some of them.
 */
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as User from "../../domain/account/User.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as Entry from "../ports/Entry.ts"
import * as Outbox from "./Outbox.ts"
import type { Fold, State } from "./State.ts"

/** The thing an event speaks of. Its absence means a log that this program did not write. */
export const known = <A>(things: Map<string, A>, id: string, event: Entry.Event): A => {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`${event._tag} speaks of ${id}, which does not exist`)
  return thing
}

export const setAccount = (core: State, account: Account.Account): void =>
  void core.accounts.set(account.id, account)

export const setKey = (core: State, key: ApiKey.ApiKey): void => {
  core.keys.set(key.id, key)
  core.keysByHash.set(key.hash, key)
}

export const setEndpoint = (core: State, endpoint: Endpoint.Endpoint): void => {
  if (!core.endpoints.has(endpoint.id)) {
    const ids = core.endpointsByAccount.get(endpoint.accountId)
    if (ids === undefined) core.endpointsByAccount.set(endpoint.accountId, [endpoint.id])
    else ids.push(endpoint.id)
  }
  core.endpoints.set(endpoint.id, endpoint)
}

const removeEndpoint = (core: State, event: typeof Endpoint.Deleted.Type): void => {
  const { accountId } = known(core.endpoints, event.id, event)
  const ids = core.endpointsByAccount.get(accountId) ?? []
  core.endpointsByAccount.set(
    accountId,
    ids.filter((id) => id !== event.id)
  )
  core.endpoints.delete(event.id)
}

const switchOff = (core: State, event: typeof Endpoint.SwitchedOff.Type, folding: Fold): void => {
  const endpoint = Endpoint.switchedOff(known(core.endpoints, event.id, event), event)
  setEndpoint(core, endpoint)
  Outbox.tell(core, WebhookEvent.endpointDisabled(folding.renderer, endpoint, event.at), folding)
}

export const apply = (core: State, event: Entry.DirectoryEvent, folding: Fold): void => {
  switch (event._tag) {
    case "AccountCreated":
      return setAccount(core, Account.created(event))
    case "AccountUpdated":
      return setAccount(core, Account.updated(known(core.accounts, event.id, event), event))
    case "ApiKeyIssued":
      return setKey(core, ApiKey.issued(event, folding.by))
    case "ApiKeyRevoked":
      return setKey(core, ApiKey.revoked(known(core.keys, event.id, event), event))
    case "ApiKeyExpiring":
      return setKey(core, ApiKey.expiring(known(core.keys, event.id, event), event))
    case "ApiKeyUsed":
      return setKey(core, ApiKey.used(known(core.keys, event.id, event), event))
    case "EndpointCreated":
      return setEndpoint(core, Endpoint.created(event))
    case "EndpointUpdated":
      return setEndpoint(core, Endpoint.updated(known(core.endpoints, event.id, event), event))
    case "EndpointSecretRotated":
      return setEndpoint(core, Endpoint.rotated(known(core.endpoints, event.id, event), event))
    case "EndpointSwitchedOff":
      return switchOff(core, event, folding)
    case "EndpointDeleted":
      return removeEndpoint(core, event)
  }
}

export const applyPerson = (core: State, event: User.Event): void => {
  switch (event._tag) {
    case "PersonInvited":
      return void core.invitations.set(event.id, User.invited(event))
    case "InvitationEnded":
      return void core.invitations.delete(event.id)
    case "PersonJoined":
      return void core.people.set(event.id, User.joined(event))
    default: {
      const person = known(core.people, event.id, event)
      return void core.people.set(event.id, User.evolve(person, event))
    }
  }
}
