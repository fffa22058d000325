/** Every operation: those of integrators, of the dashboard's pages, and of providers. */

import * as CallbackContract from "../callbacks/CallbackContract.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Api from "./Api.ts"
import * as DashboardApi from "./DashboardApi.ts"

export const all: ReadonlyArray<Operation.Any> = [
  ...Api.groups,
  ...DashboardApi.groups,
  CallbackContract.group
].flatMap(({ operations }) => operations)
