/** JSON that several resources have. */

/** An object that is removed. */
export const deleted = ({ id }: { readonly id: string }) => ({ id, deleted: true }) as const
