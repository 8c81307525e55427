-- People of a supplier, as many as there are.
CREATE TABLE supplier_contacts (
  id TEXT PRIMARY KEY NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  archived INTEGER NOT NULL DEFAULT 0,
  createdutc TEXT NOT NULL,
  updatedutc TEXT NOT NULL,
  supplier TEXT NOT NULL REFERENCES suppliers (id),
  name TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  number TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT ''
);
CREATE INDEX supplier_contacts_supplier ON supplier_contacts (supplier, archived, name);

-- What a job must have before it may enter a lane. Without a board the rule holds on every one.
CREATE TABLE assertions (
  id TEXT PRIMARY KEY NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  archived INTEGER NOT NULL DEFAULT 0,
  createdutc TEXT NOT NULL,
  updatedutc TEXT NOT NULL,
  kind TEXT NOT NULL,
  boardid TEXT REFERENCES boards (id) ON DELETE RESTRICT,
  lane INTEGER NOT NULL,
  blocks INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX assertions_lane ON assertions (archived, lane);

-- The day up to which the repeating jobs of a category have been made.
CREATE TABLE job_frequencies (
  category TEXT PRIMARY KEY NOT NULL REFERENCES categories (id),
  frequency TEXT NOT NULL,
  done TEXT NOT NULL
);

-- The newest template of a category is looked for every day.
CREATE INDEX jobs_template ON jobs (id) WHERE template = 1;
