/** Values that the tests of one service share. */
import type * as Service from "./service.ts"

/**
 * Makes a value at the first call for a service, and returns the same value at every later call.
 */
export const once = <A>(make: (service: Service.Service) => Promise<A>) => {
  const made = new WeakMap<Service.Service, Promise<A>>()
  return (service: Service.Service): Promise<A> => {
    const known = made.get(service) ?? make(service)
    made.set(service, known)
    return known
  }
}
