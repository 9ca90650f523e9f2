import type { LanguageId } from '../../model/facts.ts';
import { C } from '../c/language.ts';
import { CPP } from '../cpp/language.ts';
import { CSHARP } from '../csharp/language.ts';
import { GO } from '../go/language.ts';
import { JAVA } from '../java/language.ts';
import { KOTLIN } from '../kotlin/language.ts';
import { PHP } from '../php/language.ts';
import { RUBY } from '../ruby/language.ts';
import { RUST } from '../rust/language.ts';
import { SWIFT } from '../swift/language.ts';
import type { GenericLanguage } from './language.ts';

/** The languages that the table-driven extractor reads. */
export const GENERIC: Partial<Record<LanguageId, GenericLanguage>> = {
  go: GO,
  java: JAVA,
  rust: RUST,
  c: C,
  cpp: CPP,
  ruby: RUBY,
  php: PHP,
  csharp: CSHARP,
  kotlin: KOTLIN,
  swift: SWIFT,
};
