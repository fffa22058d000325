/** The address and files of the dashboard's page. Absent parts have safe defaults. */
import { Context } from "effect"
import * as ClientAddress from "./ClientAddress.ts"
import type * as SessionAuth from "./SessionAuth.ts"

export interface Settings extends SessionAuth.Site {
  /** The folder the page was built into. */
  readonly assetsDir: string
  /** URL at which clients reach the service; `undefined` for the request's host. */
  readonly publicUrl: string | undefined
  /** URL of customer support: `https:` or `mailto:`. */
  readonly supportUrl: string | undefined
}

export class Site extends Context.Reference<Settings>(
  "payouts/http/middleware/DashboardSite/Site",
  {
    defaultValue: () => ({
      ...{ origin: undefined, host: "127.0.0.1", assetsDir: "", publicUrl: undefined },
      supportUrl: undefined,
      addressOf: ClientAddress.direct,
      schemeOf: ClientAddress.plain
    })
  }
) {}
