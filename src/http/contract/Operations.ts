/** Every operation: those of integrators, of the dashboard's pages, and of providers. */
import * as Api from "../api/Api.ts"
import * as Callbacks from "../api/Callbacks.ts"
import * as DashboardApi from "../api/dashboard/DashboardApi.ts"
import type * as Operation from "./Operation.ts"

export const all: ReadonlyArray<Operation.Any> = [
  ...Api.groups,
  ...DashboardApi.groups,
  Callbacks.group
].flatMap(({ operations }) => operations)
