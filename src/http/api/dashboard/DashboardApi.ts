/**
 * The contract between the dashboard's page and the service, for people with a session. It changes
 * with the page: integrators use `Api.ts`, and so does the page for every operation of it.
 */
import { OpenApi } from "effect/http-api"
import * as Operation from "../../contract/Operation.ts"
import * as Accounts from "./Accounts.ts"
import * as Keys from "./Keys.ts"
import * as Notices from "./Notices.ts"
import * as Overview from "./Overview.ts"
import * as Session from "./Session.ts"
import * as SignIn from "./SignIn.ts"
import * as Team from "./Team.ts"

export const groups = [
  SignIn.group,
  Session.group,
  Keys.group,
  Team.group,
  Accounts.group,
  Notices.group,
  Overview.group
]

/** For the page's typed calls. */
export const openApi = OpenApi.fromApi(Operation.apiOf("dashboard", groups))
