/** Folders whose files hold data or are frozen copies by their purpose. */
const DATA_FOLDER =
  /(?:^|\/)(?:locales?|i18n|l10n|lang|langs|translations?|migrations?|fixtures?|__fixtures__|testdata|test-data|__snapshots__|seeds?|seeders)\//i;
const DATA_FILE = /(?:^|\/)(?:locale|messages|translations)[._-][\w-]+\.\w+$|\.(?:fixtures?|data|locale|seed)\.\w+$/i;

/**
 * True for files that hold data by the conventions of their frameworks: locale files, migrations (which must not change
 * with the code that they once copied), fixtures and seeds. Two of them may be alike; one and ordinary code may not.
 */
export function isDataPath(path: string): boolean {
  return DATA_FOLDER.test(path) || DATA_FILE.test(path);
}
