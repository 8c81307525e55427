import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { withQuery } from './links.ts'
import { Menu, MenuItem, MenuLine } from './menu.tsx'

type ExportMenuProps = {
  id: string
  url: string
  also?: { label: string; path: string }
}

/** Of lists that Pastel imports as a whole, whatever the filter. */
const pastelFiles: Record<string, string> = {
  '/clients': '/api/invoices/pastel/customers',
  '/admin/inventory': '/api/invoices/pastel/inventory',
}

export function ExportMenu({ id, url, also }: ExportMenuProps) {
  const [path = '', query = ''] = url.split('?')
  const link = (format: string, of = path) =>
    withQuery(`${of}/export?${query}`, { format, skip: null, take: null, open: null })
  return (
    <FileMenu id={id} label="as CSV or Excel">
      <MenuItem icon="file-text" href={link('csv')} download>
        CSV
      </MenuItem>
      <MenuItem icon="file-text" href={link('xlsx')} download>
        Excel
      </MenuItem>
      {pastelFiles[path] && (
        <MenuItem icon="file-text" href={pastelFiles[path]} download>
          All of it for Pastel
        </MenuItem>
      )}
      {also && (
        <>
          <MenuLine />
          <MenuItem icon="ruler" href={link('csv', also.path)} download>
            {also.label} as CSV
          </MenuItem>
          <MenuItem icon="ruler" href={link('xlsx', also.path)} download>
            {also.label} as Excel
          </MenuItem>
        </>
      )}
    </FileMenu>
  )
}

type FileMenuProps = { id: string; label: string; children: ReactNode }

export const FileMenu = ({ id, label, children }: FileMenuProps) => (
  <Menu
    id={id}
    label={label}
    buttonclass="button quiet small"
    face={
      <>
        <Icon name="download" size="small" />
        <span>Export</span>
      </>
    }
  >
    {children}
  </Menu>
)
