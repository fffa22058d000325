/** What the tests of one service share. */
import type * as Service from "./service.ts"

/** Makes something at the first call for a service, and gives the same at every later one. */
export const once = <A>(make: (service: Service.Service) => Promise<A>) => {
  const made = new WeakMap<Service.Service, Promise<A>>()
  return (service: Service.Service): Promise<A> => {
    const known = made.get(service) ?? make(service)
    made.set(service, known)
    return known
  }
}
