/** Loads the QR code component when one is shown. */
import { lazy, Suspense } from "react"

const Loaded = lazy(() => import("./Qr.tsx"))

export const Qr = (props: { readonly text: string; readonly label: string }) => (
  <Suspense fallback={<div className="qr" />}>
    <Loaded {...props} />
  </Suspense>
)
