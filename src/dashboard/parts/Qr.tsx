/** A QR code. It is a separate module, because few pages need the library that draws it. */
import { QRCodeSVG } from "qrcode.react"

/** Every theme draws dark on white, because many cameras cannot read the reverse. */
export default function Qr({ label, text }: { readonly text: string; readonly label: string }) {
  return (
    <div className="qr" role="img" aria-label={label}>
      <QRCodeSVG value={text} size={168} marginSize={2} level="M" aria-hidden />
    </div>
  )
}
