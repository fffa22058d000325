/**
 * The contract between the dashboard's page and the service, for people with a session. It changes
 * with the page: integrators use `Api.ts`, and so does the page for every operation of it.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import * as Accounts from "./Accounts.ts"
import * as Keys from "./Keys.ts"
import * as Notices from "./Notices.ts"
import * as Overview from "./Overview.ts"
import * as Session from "./Session.ts"
import * as SignIn from "./SignIn.ts"
import * as Team from "./Team.ts"

export class DashboardApi extends HttpApi.make("dashboard").add(
  SignIn.Group,
  Session.Group,
  Keys.Group,
  Team.Group,
  Accounts.Group,
  Notices.Group,
  Overview.Group
) {}

/** For the page's typed calls. */
export const openApi = OpenApi.fromApi(DashboardApi)
