import { words, type Builtins } from '../builtinWords.ts';

// The standard library of C17, and what POSIX adds that is in everybody's code.
const C_NAMES = words(`
  abort abs acos acosf alloca asctime asin assert atan atan2 atexit atof atoi atol atoll bsearch calloc ceil ceilf clock
  close closedir cos cosf cosh ctime difftime div dup dup2 errno exit exp exp2 expf fabs fabsf fclose fcntl fdopen feof
  ferror fflush fgetc fgetpos fgets fileno floor floorf fmax fmin fmod fopen fork fprintf fputc fputs fread free freopen
  frexp fscanf fseek fseeko fsetpos fstat ftell ftello ftruncate fwrite getc getchar getcwd getenv getopt getpid gets
  gettimeofday gmtime gmtime_r ioctl isalnum isalpha isascii isatty isblank iscntrl isdigit isfinite isgraph isinf
  islower isnan isprint ispunct isspace isupper isxdigit kill labs ldexp llabs localeconv localtime localtime_r log log10
  log2 logf longjmp lround lseek lstat malloc mblen mbstowcs mbtowc memchr memcmp memcpy memmove memset mkdir mktime
  mmap modf munmap nan nanosleep offsetof open opendir pclose perror pipe poll popen pow powf printf
  pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_wait pthread_create
  pthread_join pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock putc putchar puts qsort
  raise rand read readdir readlink realloc realpath remove rename rewind rmdir round roundf scanf select setbuf setenv
  setjmp setlocale setvbuf sigaction signal sin sinf sinh sleep snprintf sprintf sqrt sqrtf srand sscanf stat strcasecmp
  strcat strchr strcmp strcoll strcpy strcspn strdup strerror strftime strlen strncasecmp strncat strncmp strncpy
  strndup strnlen strpbrk strrchr strsep strspn strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoul
  strtoull strxfrm sysconf system tan tanf tanh time tmpfile tmpnam tolower toupper trunc ungetc unlink unsetenv usleep
  va_arg va_copy va_end va_start vfprintf vprintf vsnprintf vsprintf waitpid wcscmp wcscpy wcslen wcstombs write`);

// Members of the containers, strings, streams and smart pointers of the standard library.
const CPP_METHODS = words(`
  append assign at back base begin bucket_count c_str capacity cbegin cend clear close compare contains copy count
  crbegin crend data emplace emplace_back emplace_front empty end eof equal_range erase error_code expired extract fail
  fill find find_first_not_of find_first_of find_last_not_of find_last_of first flags flush front get get_deleter
  getline good has_value hash_function imbue insert insert_or_assign is_open join joinable key_comp length load lock
  lower_bound max_size merge notify_all notify_one open peek pop pop_back pop_front precision push push_back push_front
  put rbegin rdbuf rdstate read release remove remove_if rend replace reserve reset resize reverse rfind second seekg
  seekp setf shrink_to_fit size sort splice starts_with ends_with store str substr swap tellg tellp top try_emplace
  try_lock unique unlock unsetf upper_bound use_count value value_or wait what write`);

export const C_BUILTINS: Builtins = { names: C_NAMES, methods: new Set() };
export const CPP_BUILTINS: Builtins = { names: C_NAMES, methods: CPP_METHODS };
