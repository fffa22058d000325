/** A QR code; apart, because few pages need what draws it. */
import { QRCodeSVG } from "qrcode.react"

/** Dark on white in every theme: many cameras do not read the reverse. */
export default function Qr({ label, text }: { readonly text: string; readonly label: string }) {
  return (
    <div className="qr" role="img" aria-label={label}>
      <QRCodeSVG value={text} size={168} marginSize={2} level="M" aria-hidden />
    </div>
  )
}
