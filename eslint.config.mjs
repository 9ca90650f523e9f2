import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Where a program of our own talks to its user or to the machine it runs on. */
const PROGRAMS = ['src/cli/**', 'src/build/**', 'test/**'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'out/',
      'coverage/',
      'test/.cache/',
      '**/node_modules/',
      // Code that is audited, not ours to keep tidy.
      'test/fixtures/**',
      'test/recorded/**',
      'media/demo/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'no-restricted-globals': [
        'error',
        {
          name: 'process',
          message:
            'Take what you need as a parameter: only programs (cli, mcp, service, platform, build, test) know their process.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing has one name everywhere.' },
        {
          selector: 'ExportAllDeclaration',
          message: 'No barrels: import from the file that defines the thing.',
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.extension.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['describe', 'it'], package: '@types/mocha' }] },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'writable',
        exports: 'writable',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  { files: PROGRAMS, rules: { 'no-console': 'off' } },
  // Turns the console away from standard output, which carries the protocol.
  { files: ['src/service/server/main.ts'], rules: { 'no-console': 'off' } },
  {
    files: [...PROGRAMS, 'src/mcp/**', 'src/service/**', 'src/platform/**', '*.{mjs,cjs}'],
    rules: { 'no-restricted-globals': 'off' },
  },
  // Both tools load their configuration from a default export.
  { files: ['eslint.config.mjs', '.dependency-cruiser.mjs'], rules: { 'no-restricted-syntax': 'off' } },
);
