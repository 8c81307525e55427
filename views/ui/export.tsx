import { Icon } from './icon.tsx'
import { withQuery } from './links.ts'
import { Menu, MenuItem } from './menu.tsx'

/** The list as a file, as it is filtered now. `url` is the list's present address; `id` is unique in the page. */
export function ExportMenu({ id, url }: { id: string; url: string }) {
  const [path = '', query] = url.split('?')
  const to = `${path}/export${query ? `?${query}` : ''}`
  const link = (format: string) => withQuery(to, { format, skip: null, take: null, open: null })
  return (
    <Menu
      id={id}
      label="as CSV or Excel"
      buttonclass="button quiet small"
      face={
        <>
          <Icon name="download" size="small" />
          <span>Export</span>
        </>
      }
    >
      <MenuItem icon="file-text" href={link('csv')} download>
        CSV
      </MenuItem>
      <MenuItem icon="file-text" href={link('xlsx')} download>
        Excel
      </MenuItem>
    </Menu>
  )
}
