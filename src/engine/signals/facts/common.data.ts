/**
 * Facts common across projects, as anybody who programs would list them: names of languages' own libraries and of widely used
 * frameworks, files that most projects have, round numbers and codes of HTTP, addresses of examples. Written as their keys are:
 * paths in lower case. Not taken from any transcript.
 */

export const COMMON_NAMES = `
addEventListener removeEventListener querySelector querySelectorAll getElementById getElementsByClassName getElementsByTagName
createElement appendChild removeChild insertBefore replaceChild innerHTML innerText outerHTML textContent className classList
preventDefault stopPropagation currentTarget dispatchEvent setAttribute getAttribute removeAttribute hasAttribute parentNode
parentElement nextSibling firstChild lastChild childNodes localStorage sessionStorage requestAnimationFrame
cancelAnimationFrame setTimeout clearTimeout setInterval clearInterval setImmediate queueMicrotask structuredClone
encodeURIComponent decodeURIComponent encodeURI decodeURI parseInt parseFloat isNaN isFinite toString toFixed toPrecision
toLowerCase toUpperCase toLocaleString toLocaleLowerCase toISOString toJSON valueOf charAt charCodeAt codePointAt fromCharCode
fromCodePoint indexOf lastIndexOf startsWith endsWith padStart padEnd replaceAll matchAll trimStart trimEnd forEach flatMap
findIndex findLast findLastIndex isArray fromEntries hasOwnProperty hasOwn defineProperty getOwnPropertyNames getPrototypeOf
setPrototypeOf isInteger isSafeInteger MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE allSettled getTime getFullYear getMonth
getDate getDay getHours getMinutes getSeconds setDate setHours byteLength byteOffset arrayBuffer ArrayBuffer SharedArrayBuffer
DataView TypedArray Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array BigInt
BigInt64Array WeakMap WeakSet WeakRef FinalizationRegistry RegExp URLSearchParams FormData AbortController AbortSignal
TextEncoder TextDecoder ReadableStream WritableStream TransformStream EventEmitter EventTarget MutationObserver
IntersectionObserver ResizeObserver XMLHttpRequest WebSocket HTMLElement HTMLInputElement HTMLDivElement SVGElement
KeyboardEvent MouseEvent CustomEvent keyCode onClick onChange onSubmit onInput onBlur onFocus onKeyDown onKeyUp onMouseEnter
onMouseLeave onLoad onError onClose onOpen onMessage TypeError RangeError SyntaxError ReferenceError URIError EvalError
AggregateError ValueError KeyError IndexError AttributeError ImportError ModuleNotFoundError FileNotFoundError NameError
RuntimeError NotImplementedError AssertionError StopIteration ZeroDivisionError OSError IOError PermissionError TimeoutError
ConnectionError KeyboardInterrupt UnicodeDecodeError JSONDecodeError NullPointerException IllegalArgumentException
IllegalStateException RuntimeException IOException ClassNotFoundException IndexOutOfBoundsException
ENOENT EACCES EPERM EEXIST ECONNREFUSED ECONNRESET ETIMEDOUT ENOTFOUND EADDRINUSE EPIPE EINVAL EISDIR
useState useEffect useMemo useCallback useRef useContext useReducer useLayoutEffect useId useTransition useNavigate useParams
useRouter useQuery useMutation useSelector useDispatch useForm createContext createRoot createApp createRouter createStore
defineComponent defineProps defineEmits forwardRef ReactNode ReactElement componentDidMount componentDidUpdate setState
getState subscribeWithSelector getServerSideProps getStaticProps StrictMode nextTick mapState
beforeEach afterEach beforeAll afterAll toBe toEqual toStrictEqual toBeNull toBeUndefined toBeDefined toBeTruthy toBeFalsy
toContain toThrow toMatch toMatchObject toHaveLength toHaveBeenCalled toHaveBeenCalledWith toHaveBeenCalledTimes toBeCloseTo
toBeGreaterThan toBeLessThan toHaveProperty mockReturnValue mockResolvedValue mockImplementation assertEqual assertEquals
assertTrue assertFalse assertRaises assertIn assertIsNone setUp tearDown setUpClass TestCase parametrize monkeypatch tmp_path
node_modules package_json __dirname __filename __init__ __main__ __name__ __file__ __all__ __str__ __repr__ __call__ __len__
__getitem__ __enter__ __exit__ __version__ __dict__ __class__ __doc__ __pycache__ __tests__ __proto__ __eq__ __hash__ __iter__
__next__ __new__ __del__ __add__ sys_argv argparse add_argument parse_args default_factory classmethod staticmethod
defaultdict namedtuple OrderedDict isinstance issubclass getattr setattr hasattr read_text write_text is_file is_dir exist_ok
file_path file_name file_size dir_name base_dir root_dir data_dir output_dir input_dir readFile writeFile readFileSync
writeFileSync existsSync mkdirSync readdirSync statSync unlinkSync appendFile createReadStream createWriteStream fileURLToPath
importMeta moduleResolution esModuleInterop skipLibCheck outDir rootDir noEmit strictNullChecks devDependencies
peerDependencies optionalDependencies dependencies package_name packageManager sideEffects resolveJsonModule isolatedModules
NODE_ENV NODE_OPTIONS PATH_MAX HOME_DIR API_KEY API_URL BASE_URL DATABASE_URL SECRET_KEY ACCESS_TOKEN AUTH_TOKEN
GITHUB_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY LOG_LEVEL PYTHONPATH
CMAKE_BUILD_TYPE PRIMARY_KEY FOREIGN_KEY NOT_NULL CREATE_TABLE AUTO_INCREMENT CURRENT_TIMESTAMP ORDER_BY GROUP_BY
GET_POST UTF_8 DOCTYPE
userId userName userAgent firstName lastName fullName phoneNumber emailAddress createdAt updatedAt deletedAt startDate endDate
startTime endTime isActive isEnabled isLoading isOpen isValid hasError errorMessage statusCode statusText responseType
contentType pageSize pageNumber sortBy orderBy maxLength minLength maxWidth minWidth maxHeight minHeight backgroundColor
fontSize fontWeight fontFamily lineHeight textAlign flexDirection justifyContent alignItems borderRadius boxShadow zIndex
user_id user_name username_field first_name last_name full_name created_at updated_at deleted_at start_date end_date
start_time end_time is_active status_code error_message error_code request_id session_id trace_id order_id product_id item_id
file_type mime_type content_type page_size total_count max_length min_length
getItem setItem removeItem getData setData fetchData loadData saveData handleClick handleChange handleSubmit
handleError onSuccess getName setName getValue setValue getId setId getUser setUser getInstance toArray toList toMap toSet
System_out println printStackTrace ArrayList HashMap HashSet LinkedList StringBuilder InputStream OutputStream BufferedReader
getClass hashCode equalsIgnoreCase isEmpty isBlank isPresent orElse stringify JSON_stringify
unwrap_or unwrap_or_else unwrap_or_default map_err ok_or as_str as_ref to_string to_owned into_iter iter_mut is_some is_none
is_ok is_err from_str from_utf8 push_str read_to_string println_macro size_t uint8_t uint16_t uint32_t uint64_t int8_t
int16_t int32_t int64_t ptrdiff_t std_string unique_ptr shared_ptr make_unique make_shared push_back emplace_back
tool_calls tool_call tool_use tool_result tool_choice function_call max_tokens stop_reason finish_reason input_tokens
output_tokens prompt_tokens completion_tokens total_tokens system_prompt user_message assistant_message role_user chat_history
apply_patch read_file write_file edit_file create_file delete_file list_files list_directory search_files grep_search
file_search codebase_search run_command run_terminal_cmd execute_command execute_bash bash_command str_replace
str_replace_editor str_replace_based_edit_tool old_str new_str old_string new_string insert_line view_range replace_all
todo_write TodoWrite TodoRead MultiEdit NotebookEdit WebSearch WebFetch BashOutput ExitPlanMode ask_followup_question
attempt_completion new_task update_plan in_progress timeout_ms output_mode num_results line_number start_line end_line
max_results case_insensitive head_limit is_error exit_code return_code stdout_text stderr_text file_text
utf-8 iso-8859-1 sha256 sha512 md5 base64 x86_64 amd64 arm64 x86-64 python3 es2015 es2020 es2022 es6
`;

export const COMMON_PATHS = `
src lib app dist build bin test tests docs doc public static assets config scripts examples fixtures node_modules tmp etc usr
var home root data core utils components pages api server client vendor target out coverage .git .github .vscode .venv venv
src/index.ts src/index.js src/index.tsx src/main.ts src/main.tsx src/main.py src/main.rs src/lib.rs src/app.tsx src/app.js src/app.vue
index.html index.js index.ts index.css index.md readme.md readme license license.md changelog.md contributing.md package.json
package-lock.json yarn.lock pnpm-lock.yaml bun.lockb tsconfig.json jsconfig.json vite.config.ts vite.config.js
webpack.config.js rollup.config.js babel.config.js jest.config.js vitest.config.ts playwright.config.ts tailwind.config.js
postcss.config.js next.config.js eslint.config.js .eslintrc .eslintrc.js .eslintrc.json .prettierrc .prettierrc.json
.editorconfig .gitignore .gitattributes .npmrc .nvmrc .env .env.local .env.example .dockerignore dockerfile
docker-compose.yml docker-compose.yaml makefile cmakelists.txt requirements.txt requirements-dev.txt pyproject.toml setup.py
setup.cfg tox.ini pytest.ini conftest.py manage.py __init__.py __main__.py main.py app.py settings.py urls.py models.py
views.py utils.py config.py test.py main.go go.mod go.sum cargo.toml cargo.lock main.rs lib.rs mod.rs pom.xml build.gradle
settings.gradle gradlew gemfile rakefile composer.json main.c main.cpp main.js main.ts app.js app.ts app.tsx app.jsx style.css
styles.css script.js utils.js utils.ts types.ts constants.ts helpers.ts config.js config.ts config.json config.yaml config.yml
agents.md claude.md .bashrc .zshrc .profile null python bash sh env ci.yml
`;

export const COMMON_NUMBERS = `
100 101 120 127 128 150 180 200 201 202 204 206 240 250 255 256 300 301 302 304 307 308 320 350 360 365 400 401 403 404 405 409
410 415 418 422 429 443 450 480 500 501 502 503 504 512 550 600 640 644 700 720 750 755 768 777 800 900 999 1000 1024 1080 1200
1280 1500 1920 2000 2048 2500 3000 3001 3306 3600 4000 4096 4200 5000 5001 5173 5432 6000 6379 7000 8000 8001 8080 8081 8192
8443 8888 9000 9090 9200 9999 10000 12000 15000 16384 20000 25000 27017 30000 32000 32768 50000 60000 65535 65536 86400 100000
128000 200000 500000 1000000 1048576 10000000 000 123 1234 12345 123456 123456789 111 222 333
`;

export const COMMON_URLS = `
example.com example.org example.net localhost localhost:3000 localhost:5173 localhost:8000 localhost:8080 127.0.0.1 0.0.0.0
github.com google.com w3.org/2000/svg w3.org/1999/xhtml w3.org/1999/xlink schemas.android.com/apk/res/android
fonts.googleapis.com fonts.gstatic.com json-schema.org/draft-07/schema json.schemastore.org/tsconfig npmjs.com pypi.org
opensource.org/licenses/mit apache.org/licenses/license-2.0
`;
