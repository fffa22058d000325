/** JSON that several resources share. */

/** A removed object. */
export const deleted = ({ id }: { readonly id: string }) => ({ id, deleted: true }) as const
