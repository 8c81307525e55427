import { Button } from './button.tsx'

type ColumnChoiceProps = {
  columns: readonly { key: string; head: string }[]
  shown: readonly { key: string }[]
  url: string
  region: string
  foot?: unknown
}

/** Which columns the table has, by its address; opened from beside the views of the list. */
export function ColumnChoice({ columns, shown, url, region, foot }: ColumnChoiceProps) {
  // Inside another form it would be no form of its own: such a table names no address.
  if (foot || !url || columns.length < 3) return null
  const [path, query] = url.split('?')
  const others = [...new URLSearchParams(query)].filter(([name]) => name !== 'columns')
  const isShown = (key: string) => shown.some((column) => column.key === key)
  return (
    <form id={`columns-${region}`} className="menu columns" popover="auto" action={path}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset>
        <legend>Columns</legend>
        {columns.map(({ key, head }, at) => (
          <label key={key}>
            <input
              type="checkbox"
              name="columns"
              value={key}
              defaultChecked={isShown(key)}
              disabled={at === 0}
            />
            <span>{head}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" small>
        Show these
      </Button>
    </form>
  )
}
