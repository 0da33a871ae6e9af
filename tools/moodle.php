<?php
// Imports sheets of "ply sheet --format moodle" and "--format gift" by the code of a Moodle, and compares
// what it reads with the files, which are read here again by other code:
//
//	php tools/moodle.php MOODLE FILE.xml... FILE.gift...
//
// MOODLE is the folder of a Moodle, 4.0 or later, which needs no database. Only its parsers run, with the
// stand-ins below. It prints a line a file, and each question that is lost or changed; the exit code is 1
// if there is one.

error_reporting(E_ALL & ~E_DEPRECATED);
if ($argc < 3) {
    fwrite(STDERR, "usage: php tools/moodle.php MOODLE FILE...\n");
    exit(2);
}
$CFG = new stdClass();
$CFG->dirroot = is_dir("$argv[1]/public") ? "$argv[1]/public" : $argv[1];
$CFG->libdir = "$CFG->dirroot/lib";
$USER = (object)['id' => 1];
define('MOODLE_INTERNAL', true);
foreach (['FORMAT_MOODLE', 'FORMAT_HTML', 'FORMAT_PLAIN', 'FORMAT_WIKI', 'FORMAT_MARKDOWN'] as $i => $name) {
    define($name, (string)$i);
}
foreach (['PARAM_TEXT', 'PARAM_FILE', 'PARAM_TAG', 'PARAM_RAW', 'PARAM_FORMAT', 'DEBUG_DEVELOPER', 'MEMORY_EXTRA'] as $name) {
    define($name, $name);
}

class moodle_exception extends Exception {
    public function __construct($key, $module = '', $link = '', $a = null) {
        parent::__construct($key . ' ' . json_encode($a));
    }
}
class question_type {}
class question_graded_automatically_with_countback {}
class question_graded_automatically {}
class core_text {
    public static function strlen($text) { return mb_strlen($text); }
    public static function trim_utf8_bom($text) { return preg_replace("/^\xEF\xBB\xBF/", '', $text); }
}
class core_tag_tag { public static function is_enabled() { return false; } }
class context_user { public static function instance($id) { return (object)['id' => $id]; } }
class files {
    public $all = [];
    public function create_file_from_string($record, $content) { $this->all[$record['itemid']][$record['filename']] = $content; }
}
class question_bank {
    public static function get_qtype($name) {
        global $CFG;
        if ($name == 'multianswer' && !function_exists('qtype_multianswer_extract_question')) {
            // Only the functions and constants below the class are needed. What the file requires is not.
            $text = file_get_contents("$CFG->dirroot/question/type/multianswer/questiontype.php");
            eval(preg_replace(['/^<\?php/', '/^require_once.*$/m'], '', $text));
        }
        return null;
    }
    public static function get_all_qtypes() { return []; }
}
function get_string($key, $module = '', $a = null) { return $key . ($a === null ? '' : ': ' . json_encode($a)); }
function debugging($text) { echo "  Moodle: $text\n"; }
function s($text) { return htmlspecialchars(is_string($text) ? $text : json_encode($text)); }
function clean_param($text, $kind) { return $kind == PARAM_TEXT ? strip_tags($text) : $text; }
function shorten_text($text, $length) { return mb_substr($text, 0, $length); }
function get_config() { return 1; }
function fullclone($thing) { return unserialize(serialize($thing)); }
function get_file_storage() { static $files; return $files ??= new files(); }
function file_get_unused_draft_itemid() { static $n = 0; return ++$n; }

foreach (['question/format.php', 'question/format/xml/format.php', 'question/format/gift/format.php'] as $part) {
    require_once("$CFG->dirroot/$part");
}

/** squeeze makes texts comparable that differ in the amount of white space. */
function squeeze($text) { return trim(preg_replace('/\s+/', ' ', $text)); }

/** xmlquestions reads the questions of a file in Moodle's XML. */
function xmlquestions($file) {
    $document = new DOMDocument();
    $document->load($file);
    $path = new DOMXPath($document);
    foreach ($path->query('/quiz/question') as $x) {
        if ($x->getAttribute('type') == 'category') {
            yield ['category' => $path->evaluate('string(category/text)', $x)];
            continue;
        }
        $body = $path->evaluate('string(questiontext/text)', $x);
        $asked = [];
        $text = preg_replace_callback('/\{(\d+):SHORTANSWER:((?:\\\\.|[^\\\\}])*)\}/', function ($m) use (&$asked) {
            $answers = preg_split('/(?<!\\\\)~/', $m[2]);
            $asked[] = [$m[1], array_map(fn($a) => strtr(html_entity_decode(substr($a, 1), ENT_QUOTES), ['\\}' => '}', '\\#' => '#']), $answers)];
            return '{#' . count($asked) . '}';
        }, $body);
        $files = [];
        foreach ($path->query('questiontext/file', $x) as $f) {
            $files[$f->getAttribute('name')] = base64_decode($f->textContent);
        }
        yield ['name' => $path->evaluate('string(name/text)', $x), 'text' => $text, 'asked' => $asked, 'files' => $files];
    }
}

/** giftquestions reads the questions of a file in GIFT. */
function giftquestions($file) {
    $plain = fn($text) => preg_replace_callback('/\\\\(.)/su', fn($m) => $m[1] == 'n' ? "\n" : $m[1], $text);
    foreach (preg_split('/\n{2,}/', trim(file_get_contents($file))) as $part) {
        if (preg_match('/^\$CATEGORY: (.*)$/', $part, $m)) {
            yield ['category' => $m[1]];
        } else if (preg_match('/^::(.*?)::\[html\](.*) \{\n((?:=.*\n)+)\}$/s', $part, $m)) {
            $answers = array_map(fn($a) => $plain(substr($a, 1)), explode("\n", trim($m[3])));
            yield ['name' => $plain($m[1]), 'text' => $plain($m[2]), 'asked' => [[1, $answers]], 'files' => []];
        } else {
            yield ['name' => "cannot be read: $part", 'text' => '', 'asked' => [], 'files' => []];
        }
    }
}

/** imported describes a question that Moodle has read as the functions above do. */
function imported($q) {
    if ($q->qtype == 'category') {
        return ['category' => $q->category];
    }
    $asked = [];
    foreach ($q->options->questions ?? [$q] as $part) {
        $answers = [];
        foreach ($part->answer as $i => $answer) {
            $answer = is_array($answer) ? $answer['text'] : $answer; // of a multiple choice
            $answers[] = $part->fraction[$i] == 1 && $part->qtype == 'shortanswer' ? $answer : "$part->qtype, {$part->fraction[$i]}: $answer";
        }
        $asked[] = [$part->defaultmark, $answers];
    }
    return ['name' => $q->name, 'text' => $q->questiontext, 'asked' => $asked, 'files' => get_file_storage()->all[$q->questiontextitemid ?? 0] ?? []];
}

/** fault says in what two descriptions of a question differ; "" if they are equal. */
function fault($wanted, $got) {
    foreach ($wanted as $key => $value) {
        $other = $got[$key] ?? null;
        if ($key == 'text' && strpos($value, '<pre>') === false) {
            [$value, $other] = [squeeze($value), squeeze((string)$other)];
        }
        if ($value != $other || json_encode($value) != json_encode($other) && $key != 'asked' && $key != 'files') {
            return "$key is " . mb_strimwidth(json_encode($other, JSON_UNESCAPED_UNICODE), 0, 2000) . "\n  want " . mb_strimwidth(json_encode($value, JSON_UNESCAPED_UNICODE), 0, 2000);
        }
    }
    return '';
}

$faults = 0;
foreach (array_slice($argv, 2) as $file) {
    $gift = str_ends_with($file, '.gift');
    $format = $gift ? new qformat_gift() : new qformat_xml();
    $read = (fn() => $this->readquestions($this->readdata($file)));
    ob_start();
    $got = array_map('imported', $read->call($format) ?: []);
    $said = trim(strip_tags(ob_get_clean()));
    $wanted = iterator_to_array($gift ? giftquestions($file) : xmlquestions($file), false);
    $changed = 0;
    foreach ($wanted as $i => $x) {
        if (isset($got[$i]) && ($why = fault($x, $got[$i])) != '') {
            $changed++;
            echo "$file: question ", $i + 1, ": $why\n";
        }
    }
    $lost = count($wanted) - count($got);
    $blanks = array_sum(array_map(fn($x) => count($x['asked'] ?? []), $got));
    echo "$file: ", count($got), " imported with $blanks blanks, $lost lost, $changed changed", $said == '' ? '' : ", Moodle says: $said", "\n";
    $faults += $changed + abs($lost) + ($said != '');
}
exit($faults > 0 ? 1 : 0);
