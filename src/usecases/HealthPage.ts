/** Link to the dashboard's page of incidents. */
import { Context } from "effect"

/** Below the dashboard's origin. */
export const path = "/dashboard/operations/health"

/** `undefined`: the service does not know its address, or has no dashboard. */
export class HealthPage extends Context.Reference<string | undefined>(
  "payouts/usecases/HealthPage",
  { defaultValue: () => undefined }
) {}
