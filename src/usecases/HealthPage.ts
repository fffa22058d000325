/** Link to the dashboard's incident page. */
import { Context } from "effect"

/** The page's path below the dashboard's origin. */
export const path = "/dashboard/operations/health"

/** The link; `undefined` if the service has no dashboard, or no configured address. */
export class HealthPage extends Context.Reference<string | undefined>(
  "payouts/usecases/HealthPage",
  { defaultValue: () => undefined }
) {}
