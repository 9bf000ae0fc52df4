"""Which seat a written name means: take it, ask the director, or reject it. Nothing is guessed silently."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from banshā.rulebook.names import sound_gap

# Traditional signs that occur in names and in the words of a ballot, with their simplified forms.
_OLD = (
    "對象棄權換說這個們來時會過還沒為無與從後點頭長門開關問聞見觀親覺學寫實寶專將導島師帶幫幹幾庫廣應張強彈當歸錄"
    "總戀惡愛憂慶懷戰戲擊擇擔據擬擴攝數斷旧於書東條楊極構樂樓標樣樹橋機檔檢歐歡歲歷殘殺氣決況淚涼淨減漢湯溝滅"
    "滿漁漿濃濕濟灣災為烏無煙熱營爐爭爺牆獨獵獻瑪環產畫異發盜盡監盤眾睜碼礎禮種稱窮竊筆節範築簡糧糾紀約紅紋純"
    "紙級細終組結給絕統絲經綠維綿網緊線練總縣縮織繩繪繼續罷羅義習聖聯聰聲職肅腦腳臉臘舉舊艦艷藝莊華萬葉著蓋蔣蕭"
    "薦藍藥蘇蘭處號虧蟲術衛衝補裝裡製複視覽計訂記訓託訪設許訴診詐評詞試詩話該詳認誌語誠誤說誰課調談請論證識護讀"
    "變讓讚豐貓負財責貨貪貫貴買費貼賀資賓賞賣質賭賴贈贊趙趕趨跡踐軍軟輕載輝輩輪輸轉辦農運過達違遊還邊鄉鄧鄭醫醬"
    "釋銀銅鋒錢錦錯鎖鎮鏡鐘鐵鑰閃閉開間閱闆隊陰陳陸陽階際隨險隱隻雙雜雞離難雲電霧靈靜響頁項順須預頓領頭題額願類"
    "風飄飛飯飲飽餃餅餓館馬駕騎騙驗驚體鬆鬥鬧魚魯鮮鳥鳳鳴鴉鴨鴿鵝鹽麗麥麵黃點齊齒龍龜禍狀獸貝鉤鍋鐮閑豬鴛鴦"
    "餛飩饅頭餡湊豔夠搶槍櫻殼螢蝦雛鷹鴻粵絨繡緣慮憶懶燈燭燒爛壞壓壇壽夢奪奧婦媽嬌孫宮寧尋對層屬岡嶺巔幣廚廟廳"
)
_NEW = (
    "对象弃权换说这个们来时会过还没为无与从后点头长门开关问闻见观亲觉学写实宝专将导岛师带帮干几库广应张强弹当归录"
    "总恋恶爱忧庆怀战戏击择担据拟扩摄数断旧于书东条杨极构乐楼标样树桥机档检欧欢岁历残杀气决况泪凉净减汉汤沟灭"
    "满渔浆浓湿济湾灾为乌无烟热营炉争爷墙独猎献玛环产画异发盗尽监盘众睁码础礼种称穷窃笔节范筑简粮纠纪约红纹纯"
    "纸级细终组结给绝统丝经绿维绵网紧线练总县缩织绳绘继续罢罗义习圣联聪声职肃脑脚脸腊举旧舰艳艺庄华万叶着盖蒋萧"
    "荐蓝药苏兰处号亏虫术卫冲补装里制复视览计订记训托访设许诉诊诈评词试诗话该详认志语诚误说谁课调谈请论证识护读"
    "变让赞丰猫负财责货贪贯贵买费贴贺资宾赏卖质赌赖赠赞赵赶趋迹践军软轻载辉辈轮输转办农运过达违游还边乡邓郑医酱"
    "释银铜锋钱锦错锁镇镜钟铁钥闪闭开间阅板队阴陈陆阳阶际随险隐只双杂鸡离难云电雾灵静响页项顺须预顿领头题额愿类"
    "风飘飞饭饮饱饺饼饿馆马驾骑骗验惊体松斗闹鱼鲁鲜鸟凤鸣鸦鸭鸽鹅盐丽麦面黄点齐齿龙龟祸状兽贝钩锅镰闲猪鸳鸯"
    "馄饨馒头馅凑艳够抢枪樱壳萤虾雏鹰鸿粤绒绣缘虑忆懒灯烛烧烂坏压坛寿梦夺奥妇妈娇孙宫宁寻对层属冈岭巅币厨庙厅"
)
_SIMPLE = {ord(a): b for a, b in zip(_OLD, _NEW, strict=True)}
_ENTITY = re.compile(r"&#x?[0-9a-fA-F]+;")
_TAIL = "。.，,！!？?～~；;、…·"
_PAIRS = {"「": "」", "『": "』", "“": "”", '"': '"', "【": "】", "《": "》", "[": "]", "(": ")", "'": "'", "‘": "’"}

TAKE, ASK, REJECT = "take", "ask", "reject"


def simple(text: str) -> str:
    """Traditional signs as simplified ones, as far as they matter here; same length."""
    return text.translate(_SIMPLE)


def plain(text: str) -> str:
    """A name without what the eye does not see: entities a GBK forum shows, width, marks of no width, outer blanks."""
    text = _ENTITY.sub(lambda m: html.unescape(m[0]), text)
    text = unicodedata.normalize("NFKC", text)
    return "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc", "Mn") or c == "\u200d").strip()


@dataclass(slots=True, frozen=True)
class Match:
    """A verdict on a name: take (`name` is the seat), ask (`name` is the likeliest) or reject. why: in words."""

    verdict: str
    name: str = ""
    why: str = ""

    @property
    def sure(self) -> bool:
        return self.verdict == TAKE


def match(written: str, seats: Sequence[str]) -> Match:
    """The seat a written name means."""
    if written in seats:
        return Match(TAKE, written)
    word = plain(written)
    if not word:
        return Match(REJECT, "", "没有写名字")
    forms = [(plain(seat), seat) for seat in seats]
    bares = _bares(word)
    for fits, why in (
        ([s for f, s in forms if f == word], ""),
        ([s for f, s in forms if f in bares], f"写作「{written}」"),
        ([s for f, s in forms if f.casefold() == bares[-1].casefold()], f"写作「{written}」，大小写不同"),
    ):
        if len(fits) == 1:
            return Match(TAKE, fits[0], why)
        if fits:
            return Match(ASK, fits[0], f"「{written}」可以是{'、'.join(fits)}")
    near = nearest(bares[-1], seats)
    if near:
        return Match(ASK, near[0], f"没有「{written}」，是不是{'、'.join(near[:3])}")
    number = re.fullmatch(r"(\d{1,2})\s*[号楼座]?", bares[-1])
    if number and 0 < int(number[1]) <= len(seats):
        seat = seats[int(number[1]) - 1]
        return Match(ASK, seat, f"没有「{written}」，电梯第 {number[1]} 位是{seat}")
    return Match(REJECT, "", f"没有「{written}」")


def account(author: str, seats: Sequence[str]) -> Match:
    """The seat of a forum account: the same name, but for width and case (a forum has no two such accounts)."""
    if author in seats:
        return Match(TAKE, author)
    word = plain(author).casefold()
    same = [seat for seat in seats if plain(seat).casefold() == word]
    if len(same) == 1 and word:
        return Match(TAKE, same[0], f"账号写作「{author}」")
    near = next((seat for seat in nearest(word, seats) if _near(word, seat)), "")
    return Match(ASK, near) if near else Match(REJECT)


def _near(word: str, seat: str) -> bool:
    """Whether an account differs from a seat's name by one sign."""
    return len(seat) > 1 and _edits(simple(word), simple(plain(seat)).casefold()) <= 1


def _bares(word: str) -> list[str]:
    """Without an @, a pair of quotes around it, and ever more of the signs it ends in (喵~~。 may be 喵~)."""
    found = []
    while True:
        bare = word.removeprefix("@").strip()
        if len(bare) > 2 and _PAIRS.get(bare[0]) == bare[-1]:
            bare = bare[1:-1].strip()
        found.append(bare)
        shorter = bare.rstrip(" ")[:-1] if bare[-1:] in _TAIL else bare
        if shorter in ("", word):
            return found
        word = shorter


def nearest(word: str, seats: Iterable[str]) -> list[str]:
    """Seats the word may stand for, the likeliest first."""
    scored = sorted((score, n, seat) for n, seat in enumerate(seats) if (score := _distance(word, seat)) is not None)
    return [seat for _, _, seat in scored]


def _distance(word: str, seat: str) -> tuple[int, int] | None:
    """How far a seat's name is from a word; None: too far to ask for."""
    a, b = simple(word).casefold(), simple(plain(seat)).casefold()
    tight = re.sub(r"\s+", "", a)
    if tight == b:
        return (0, 0)
    if number := re.fullmatch(r"(\d+)\s*[号楼座]", a):
        return (1, 0) if b == number[1] else None
    wrong = _edits(tight, b)
    if wrong == 1 and max(len(tight), len(b)) > 1 and min(len(tight), len(b)) > 0:
        swapped = [(x, y) for x, y in zip(tight, b, strict=False) if x != y] if len(tight) == len(b) else []
        return (1, sound_gap(*swapped[0]) if len(swapped) == 1 else 0x10000)
    if len(b) > 3 and wrong <= len(b) // 3 or len(tight) == len(b) and sorted(tight) == sorted(b):
        return (2, wrong)
    if b in tight or len(tight) > 1 and tight in b:
        return (3, abs(len(tight) - len(b)))
    return None


def _edits(a: str, b: str) -> int:
    """Levenshtein's distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]
