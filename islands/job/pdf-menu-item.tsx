import { MenuItem } from '#views/ui/menu.tsx'

export function PdfMenuItem({ href, children }: { href: string; children: string }) {
  return (
    <MenuItem icon="file-text" href={href} target="_blank">
      {children}
    </MenuItem>
  )
}
