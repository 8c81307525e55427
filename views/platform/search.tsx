import { Button } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type SearchGroup = { label: string; links: readonly { name: string; note: string; href?: string }[] }
type SearchProps = {
  search: string
  /** Words that were not looked for. */
  leftout: readonly string[]
  groups: readonly SearchGroup[]
  /** What can be made of the words where they name none. */
  create?: { name: string; href: string }
}

export function SearchPage({ search, ...found }: SearchProps) {
  return (
    <>
      <PageTitle title="Search" subtitle="Jobs, clients, items and all else that you may see." />
      <form className="searchform" action="/search" method="get">
        <input
          type="search"
          name="search"
          defaultValue={search}
          maxLength={200}
          autoComplete="off"
          aria-label="What to look for"
        />
        <Button type="submit" look="primary" icon="search">
          Search
        </Button>
      </form>
      <SearchResults search={search} {...found} />
    </>
  )
}

export function SearchResults({ search, leftout, groups, create }: SearchProps) {
  if (search.trim() === '') return null
  if (groups.length === 0)
    return (
      <>
        <EmptyState
          icon="search"
          text="Nothing was found."
          hint="Fewer words find more. Words of one or two letters are only found where a name begins with them."
        />
        <Create create={create} />
        <LeftOut words={leftout} />
      </>
    )
  return (
    <div className="searchresults">
      {groups.map(({ label, links }) => (
        <section key={label} aria-label={label}>
          <h2>{label}</h2>
          <ul className="found" data-rows="">
            {links.map(({ name, note, href }) => (
              <li key={href ?? name}>
                {href ? (
                  <a href={href}>
                    {name}
                    {note && <small>{note}</small>}
                  </a>
                ) : (
                  <span>
                    {name} <small>On an archived board</small>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Create create={create} />
      <LeftOut words={leftout} />
    </div>
  )
}

const Create = ({ create }: Pick<SearchProps, 'create'>) =>
  create && (
    <ul className="found" data-rows="">
      <li>
        <a href={create.href}>{create.name}</a>
      </li>
    </ul>
  )

function LeftOut({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <p className="hint leftout">
      Too many words: {words.map((word) => `“${word}”`).join(', ')} not looked for.
    </p>
  )
}
