/** Where people of the staff see the incidents: the dashboard's page. */
import { Context } from "effect"

/** Below the dashboard's origin. */
export const path = "/dashboard/operations/health"

/** `undefined`: the service does not know its address, or has no dashboard. */
export class HealthPage extends Context.Reference<string | undefined>(
  "payouts/usecases/HealthPage",
  { defaultValue: () => undefined }
) {}
