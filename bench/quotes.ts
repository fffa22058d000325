/** `quotes`: durable `POST /v1/quotes` per second. `BENCH_CONNECTIONS=64` measures there alone. */
import * as Posts from "./Posts.ts"
import type * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"

const subject: Posts.Subject = {
  name: "quotes",
  title: "Durable POST /v1/quotes, closed loop",
  made: "quotes",
  requests: async (_, count, name) =>
    Array.from({ length: count }, (_, index) => Requests.quote(`${name} ${index}`))
}

export const quotes = (given?: Partial<Posts.Options>): Promise<Report.Result> =>
  Posts.run(subject, given)
