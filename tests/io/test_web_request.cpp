#include <supple/io/web_request.hpp>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace supple {
namespace test_web_request {

const WebGate gate{.port = 4000, .token = "0123456789abcdef", .once = "fedcba9876543210"};
const std::string host = "Host: 127.0.0.1:4000\r\n";

WebAnswer asked(const std::string& target, const std::string& fields = host)
{
    return answer_to("GET " + target + " HTTP/1.1\r\n" + fields + "\r\n", gate);
}

TEST(WebRequest, ThePageNeedsHostAndToken)
{
    using What = WebAnswer::What;
    EXPECT_EQ(asked("/?token=" + gate.token).what, What::page);
    EXPECT_EQ(asked("/?x=1&token=" + gate.token + "&y").what, What::page);
    EXPECT_EQ(asked("/", host + "Cookie: a=b; supple-4000=" + gate.token + "\r\n").what, What::page);
    EXPECT_EQ(asked("/", host + "cookie:supple-4000=" + gate.token + ";c=d\r\n").what, What::page);
    EXPECT_EQ(asked("/?token=" + gate.token, "hOSt:\tLocalhost:4000 \r\n").what, What::page);
    EXPECT_EQ(asked("/").status, 403);
    EXPECT_EQ(asked("/", host + "Cookie: supple-4001=" + gate.token + "\r\n").status, 403);
    EXPECT_EQ(asked("/?token=" + gate.token, "Host: 127.0.0.1:4001\r\n").status, 403);
    EXPECT_EQ(asked("/?token=" + gate.token, "").status, 400);
}

TEST(WebRequest, TheOneTimeTokenOpensThePageAlone)
{
    EXPECT_TRUE(asked("/?token=" + gate.once).by_once);
    EXPECT_FALSE(asked("/?token=" + gate.token).by_once);
    EXPECT_EQ(asked("/events?token=" + gate.once).status, 403);
    WebGate used = gate;
    used.once.clear();
    EXPECT_EQ(answer_to("GET /?token= HTTP/1.1\r\n" + host + "\r\n", used).status, 403);
    EXPECT_EQ(answer_to("GET / HTTP/1.1\r\n" + host + "\r\n", used).status, 403);
}

TEST(WebRequest, EventsBeginBehindTheLastThatWasSeen)
{
    const std::string events = "/events?token=" + gate.token;
    EXPECT_EQ(asked(events).seen, 0);
    EXPECT_EQ(asked(events + "&seen=7").seen, 7);
    EXPECT_EQ(asked(events + "&seen=7", host + "Last-Event-ID: 9\r\n").seen, 9);
    EXPECT_EQ(asked(events + "&seen=99999999999999999999").seen, 0);
}

TEST(WebRequest, ASecretIsTheSameOrNot)
{
    EXPECT_TRUE(same_secret("abc", "abc"));
    for (const char* wrong : {"", "ab", "abd", "abcd", "ABC"})
        EXPECT_FALSE(same_secret(wrong, "abc")) << wrong;
    EXPECT_FALSE(same_secret("", ""));
}

RC_GTEST_PROP(WebRequest, AnyBytesHaveAnAnswer, (const std::string& bytes, const std::string& more))
{
    for (const std::string& head :
         {bytes, "GET " + bytes + "\r\n" + more, "GET / HTTP/1.1\r\n" + host + bytes + ":" + more}) {
        const WebAnswer answer = answer_to(head, gate);
        RC_ASSERT(answer.status >= 400 && answer.status < 500);
    }
}

TEST(WebRequest, ANonceIsGivenToScriptsAndToNothingThatLooksLikeOne)
{
    EXPECT_EQ(with_nonce("<p><script>a</script><SCRIPT type=\"x\">b</SCRIPT>", "N"),
              "<p><script nonce=\"N\">a</script><script nonce=\"N\" type=\"x\">b</SCRIPT>");
    for (const char* other : {"<!-- <script> -->", "<style><script></style>", "<scripted>", "<p a='x'>", "<",
                              "", "<p><!--", "<style>"})
        EXPECT_EQ(with_nonce(other, "N"), other);
    EXPECT_EQ(with_nonce("<script>'<script>'</script>", "N"), "<script nonce=\"N\">'<script>'</script>");
}

}  // namespace test_web_request
}  // namespace supple
