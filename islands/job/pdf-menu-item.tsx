import { MenuItem } from '#views/ui/menu.tsx'

/** A PDF in a tab of its own. */
export function PdfMenuItem({ href, children }: { href: string; children: string }) {
  return (
    <MenuItem icon="file-text" href={href} target="_blank">
      {children}
    </MenuItem>
  )
}
