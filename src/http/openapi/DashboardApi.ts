/**
 * The contract between the dashboard's page and the service, for users with a session. It changes
 * with the page. Integrators use `Api.ts`, and the page also calls its operations.
 */
import { OpenApi } from "effect/http-api"
import * as Operation from "../contract/Operation.ts"
import * as CustomerPageContract from "../dashboard/CustomerPageContract.ts"
import * as KeyContract from "../dashboard/KeyContract.ts"
import * as NoticeContract from "../dashboard/NoticeContract.ts"
import * as OverviewContract from "../dashboard/OverviewContract.ts"
import * as SessionContract from "../dashboard/SessionContract.ts"
import * as SignInContract from "../dashboard/SignInContract.ts"
import * as TeamContract from "../dashboard/TeamContract.ts"

export const groups = [
  SignInContract.group,
  SessionContract.group,
  KeyContract.group,
  TeamContract.group,
  CustomerPageContract.group,
  NoticeContract.group,
  OverviewContract.group
]

/**
 * The document of the page's typed calls. It is generated at each call, and never by the service.
 */
export const openApi = () => OpenApi.fromApi(Operation.apiOf("dashboard", groups))
