/** `create`: durable `POST /v1/payouts` per second. `BENCH_CONNECTIONS=64` measures there alone. */
import * as Posts from "./Posts.ts"
import type * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"

const subject: Posts.Subject = {
  name: "create",
  title: "Durable POST /v1/payouts, closed loop; the quotes are made before",
  made: "payouts",
  requests: Requests.payouts
}

export const create = (given?: Partial<Posts.Options>): Promise<Report.Result> =>
  Posts.run(subject, given)
